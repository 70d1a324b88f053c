"""Code that the bots of all games share.

A bot uses only a `SeatView` and the random generator that it is given; never a state, a database row or the clock.
"""
