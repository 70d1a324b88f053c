"""Spades at four seats: rules, variants, bots, pages, words and statistics.

Uses no database, request, clock or service, and imports no other game.
"""
