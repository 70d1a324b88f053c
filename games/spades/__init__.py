"""Spades at four seats: rules, variants, bots, pages, words and statistics.

Pure: no database, request, clock or service. Imports no other game.
"""
