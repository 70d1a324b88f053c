"""Replays of finished games, links to share them, and hands played again as practice."""
