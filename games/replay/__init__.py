"""Replays of past hands and games, links to share them, and hands played again as practice."""
