"""Every screen of the site: `make shots` takes them all, the browser tests measure the same ones."""
