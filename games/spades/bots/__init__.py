"""Bots of Spades. They may use a `SeatView` and the random numbers they are given."""
