"""Bots of Bid Whist. They may use a `SeatView` and the random numbers they are given."""
