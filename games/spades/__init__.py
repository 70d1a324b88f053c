"""Spades at four seats: its rules and variants, its players, what its table shows and says, what its hands tell.

Pure: no database, request, clock or service, and no other game.
"""
