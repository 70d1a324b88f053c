"""A moment of a game as templates are shown it, whatever the game: its types, and the words that all share."""
