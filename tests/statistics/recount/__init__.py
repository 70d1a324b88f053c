"""Every figure of a person's statistics counted again from exported records, by code that shares none of the site's.

`records` knows cards, hands and games as a record tells them, one module a game what only that game has. The test plays
games by computer players, takes their records out and compares: `SPADESITE_RECOUNT=200` plays so many of each game.
"""
