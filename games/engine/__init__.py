"""The rules of every game.

Standard library only: no Django, no clock, no chance, no input or output. A `Ruleset` is stateless,
a `State` is frozen; what happens is an `Action` of a seat, dealing included.
"""
