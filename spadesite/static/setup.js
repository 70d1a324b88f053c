// Setting up a game: the server redraws the form while it is filled in. Keeps a half-typed number and open folds.
"use strict";

Idiomorph.defaults.ignoreActiveValue = true;
// The server opens a fold with an error in it; a fold that the player opened stays open.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node, change) =>
  !(name === "open" && change === "remove" && node.matches(".fold"));
