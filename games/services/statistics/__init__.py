"""Statistics: lines about hands and games, what they add up to by day and month, and what pages read of it.

`facts` says what a hand was in the words of its game; `lines` writes that down beside the hand's rows; `tallies` adds
lines up, a day at a time, at night; `personal`, `everybody` and `counted_lines` read. `leaving` lets a person go.
"""
