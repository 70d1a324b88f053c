"""A recount of every figure of a person's statistics from exported records, without code of the site."""
