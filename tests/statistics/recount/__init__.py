"""A recount of every figure of a player's statistics from exported records. It imports no code of the site."""
