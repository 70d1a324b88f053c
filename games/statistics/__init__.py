"""Statistics: a line per person and hand or game, nightly tallies of lines, and the pages that show them."""
