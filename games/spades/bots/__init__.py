"""The bots of Spades. A bot may use only a `SeatView` and the random generator that it is given."""
