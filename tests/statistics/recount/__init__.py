"""A recount of a player's statistics, except times, from exported records. It imports no code of the site."""
