"""Base classes of the page objects that templates read, with words and values that all games share.

Games derive their pages from these classes. No module here imports a game.
"""
