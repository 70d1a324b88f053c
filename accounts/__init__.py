"""People: accounts, guests, preferences, and the adoption of a guest by an account.

Independent of games, which listen to its signals.
"""
