"""The code that the rules of all games share.

Standard library only: no Django, clock, random numbers, input or output. A `Ruleset` is stateless, and a `State` is
frozen. An `Action` of a seat turns one state into the next. The dealer, seat -1, makes all random actions.
"""
