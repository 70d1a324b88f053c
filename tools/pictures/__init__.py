"""The list of the site's screens, for the pictures of `make shots` and for layout measurements in browser tests."""
