"""The site in Chromium, as a person uses it: whole games, keys, phones."""
