"""Boards: the same deals for many people, each playing alone. Boards of the day, and challenges by a link."""
