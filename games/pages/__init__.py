"""Page objects that templates read, with the words and values that all games share.

Games derive their pages from these. No module here imports a game.
"""
