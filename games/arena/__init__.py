"""Matches of computer players and outside programs, for measuring and for tests. Knows no row."""
