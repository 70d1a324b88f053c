"""People: accounts, guests, preferences, and how a guest becomes an account.

It knows nothing of games; they listen to its signals.
"""
