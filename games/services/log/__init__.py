"""The log of a game: its entries read, kept by the process and told again, what stands beside them, and whether an
action is still good that was chosen at an older version.
"""
