"""People: accounts, guests, preferences, and the adoption of a guest by an account.

This package does not import `games`, which receives its signals.
"""
