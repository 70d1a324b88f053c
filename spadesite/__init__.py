"""The house: settings, routes, start-up, checks. It knows the games and the accounts; they do not know it.

Nothing is imported here: `play` and `beat` are to stay small.
"""
