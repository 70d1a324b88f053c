"""The front page, setting up a game, My games, and pages of rules and strategy."""
