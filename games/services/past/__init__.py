"""What is over: the archive, replays given away, proofs, records, reviews, practice, and the look whether all of it
is right.
"""
