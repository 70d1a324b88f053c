"""Firefox and WebKit play the site, and every screen is measured as in Chromium."""
