// Setting a game up: the page is redrawn while it is filled in, and must not take a half typed number away.
"use strict";

Idiomorph.defaults.ignoreActiveValue = true;
