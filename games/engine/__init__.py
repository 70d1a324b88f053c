"""The rules of all games.

Standard library only: no Django, clock, randomness, input or output. A `Ruleset` is stateless and a `State` is frozen.
Every change of a state is an `Action` of a seat; random ones are actions of the dealer, seat -1.
"""
