"""Offline programs: train the bots from their own games, and play histories for demonstrations.

The site does not import this package and no image contains it. Run a part with `python -m training.NAME`; it reads the
site's settings as `manage.py` does.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
django.setup()
