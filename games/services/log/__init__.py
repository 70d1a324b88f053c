"""The log of a game: its entries read, kept by the process and told again, what stands beside them, and the lock of
a move.
"""
