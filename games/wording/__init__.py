"""What the settings of a game are called and why some are refused. Knows rulesets, and nothing of people or rows.

Forms and presenters stand beside each other and may not ask one another; what both have to say is said here.
"""
