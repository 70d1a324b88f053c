"""People and their tables: games opened, rooms, rematches, leaving, looking on, words, and what they ask of each
other.
"""
