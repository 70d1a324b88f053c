"""A recount of a player's statistics from records, without times and reneges. It imports no code of the site."""
