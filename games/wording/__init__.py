"""What the settings of any game and kinds of decisions are called, and why options are refused: each game's own words,
and what all share.

Knows rulesets, and nothing of people or rows. Forms and presenters stand beside each other and may not ask one
another; what both have to say is said here.
"""
