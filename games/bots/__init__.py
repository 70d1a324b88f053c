"""Code that the bots of several games share.

The only inputs of a bot are a `SeatView` and a random generator; it uses no state, database row or clock.
"""
