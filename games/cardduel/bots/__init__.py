"""Bots of Card Duel. They may use a `SeatView` and the random numbers they are given."""
