"""Offline programs: train the bots from their own games, and play histories for demonstrations.

The site does not import this package, and the container image does not contain it. Run a program with
`python -m training.NAME`; it reads the site's settings as `manage.py` does.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
django.setup()
