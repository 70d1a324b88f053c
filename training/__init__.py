"""What the house needs no day of its work: players taught from their own games, and histories played for a show.

The site does not load it and no image carries it. Each part is a program, `python -m training.NAME`, which reads the
settings of the site as `manage.py` does.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
django.setup()
