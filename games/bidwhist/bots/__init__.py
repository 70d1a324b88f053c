"""The bots of Bid Whist."""
