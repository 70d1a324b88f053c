"""What a finished hand or game was, in marks (words that hold of it) and numbers. Pure: no row, no clock.

Every game has the same seam (`base.Teller`), and words of its own.
"""
