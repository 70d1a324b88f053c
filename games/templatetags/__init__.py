"""Tags that draw cards, and parts of tables."""
