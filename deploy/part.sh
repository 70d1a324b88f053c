#!/usr/bin/env bash
# One part of the site as the Procfile names it: deploy/part.sh web | worker | reviewer | beat
#
# So what a container, a unit and `make play` start is written in one place. `exec` keeps the part's own process number,
# and with it the signals of whoever stops it.
set -euo pipefail
part=${1:?usage: part.sh web|worker|reviewer|beat}
cd "$(dirname "$0")/.."
command=$(sed -n "s/^$part: *//p" Procfile)
[ -n "$command" ] || { echo "The Procfile knows no part $part." >&2; exit 1; }
eval "$command"
