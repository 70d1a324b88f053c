"""The site: settings, routes, start-up, checks. It imports games and accounts; neither imports it.

This file imports nothing, so that `spadesite.play` and `spadesite.beat` need little memory.
"""
