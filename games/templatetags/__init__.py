"""Tags that draw cards."""
