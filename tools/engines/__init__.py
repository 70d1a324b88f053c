"""Play the site in Firefox and WebKit, and compare the layout of every screen with Chromium."""
