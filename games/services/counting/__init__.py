"""What is counted as games are played: lines of hands and games, what they add up to, and what became of attempts
at boards.
"""
