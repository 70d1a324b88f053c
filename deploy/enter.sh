#!/usr/bin/env bash
# Where every container begins: deploy/enter.sh COMMAND...
#
# The image can be mounted read-only. What was built into it (static files, compiled computer players) is laid into
# SPADESITE_VAR, which lives in memory and goes with the container; the players' compiler wants to write beside them.
set -euo pipefail
cp --archive "${SPADESITE_BUILT:?}/." "${SPADESITE_VAR:?}/"
exec "$@"
