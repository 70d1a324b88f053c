"""The front page, the setup of a game, My games, and pages of rules and strategy."""
