"""Card Duel: its rules, its players, what its table shows and says, and what its duels tell statistics.

Pure: no database, request, clock or service, and no other game.
"""
