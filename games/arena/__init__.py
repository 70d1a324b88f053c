"""Matches between bots and outside programs, for measurements and tests. Uses no database."""
