"""The bots of Two-Man Spades. A bot may use only a `SeatView` and the random generator that it is given."""
