"""Whole games of every kind over HTTP by many at once, what they cost, and what a larger house would need."""
