"""Code that the bots of all games share.

A bot uses a `SeatView` and the random numbers it is given; never a state, a row or the clock.
"""
