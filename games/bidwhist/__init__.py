"""Bid Whist: rules, bots, pages, words and statistics.

Pure: no database, request, clock or service. Imports no other game.
"""
