"""The rules of all games.

Standard library only: no Django, clock, randomness, input or output. A `Ruleset` is stateless and a `State` is frozen.
Every change is an `Action` of a seat; the dealer is a seat too.
"""
