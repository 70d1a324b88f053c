#!/usr/bin/env bash
# Run one process of the Procfile: deploy/part.sh web | worker | reviewer | beat
#
# Containers, systemd units and `make play` thus run the same commands. Each begins with `exec`, so that the process keeps
# this script's process id and receives its signals.
set -euo pipefail
part=${1:?usage: part.sh web|worker|reviewer|beat}
cd "$(dirname "$0")/.."
command=$(sed -n "s/^$part: *//p" Procfile)
[ -n "$command" ] || { echo "The Procfile has no process $part." >&2; exit 1; }
eval "$command"
