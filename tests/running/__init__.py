"""Tests against the site as it runs: web server and worker as processes that are killed and started again."""
