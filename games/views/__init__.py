"""Requests in, pages and partials out: guard, form, one service call, one render."""
