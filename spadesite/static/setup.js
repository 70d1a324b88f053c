// Setting a game up: the page is redrawn while it is filled in, and must neither take a half typed number away nor close what is open.
"use strict";

Idiomorph.defaults.ignoreActiveValue = true;
// The house opens a fold in which something is refused; who opened one keeps it open.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node, change) =>
  !(name === "open" && change === "remove" && node.matches(".fold"));
