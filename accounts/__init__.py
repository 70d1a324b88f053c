"""People: accounts, guests, preferences, and the adoption of a guest by an account.

It does not import `games`, which receives its signals.
"""
