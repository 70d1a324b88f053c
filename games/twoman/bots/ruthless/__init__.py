"""The ruthless player of Two-Man Spades: samples what it cannot see, reads the other seat, and solves what is left.

Compiled kernels on whole numbers; `player` is the face that the rest of the site knows. Inside, seat 0 is always
its own and seat 1 the other, and a card is a number: 13 * suit + rank, suits C D H S, ranks from 0 for a two.
"""
