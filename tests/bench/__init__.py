"""Figures of the site as it runs: `make bench`. Absolute times are this machine's; ratios travel."""
