"""Bots of Two-Man Spades. They may use a `SeatView` and the random numbers they are given."""
