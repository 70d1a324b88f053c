"""The bots of Card Duel."""
