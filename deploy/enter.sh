#!/usr/bin/env bash
# Where every container begins: deploy/enter.sh COMMAND...
#
# The image can be mounted read-only. What was built into it (static files, compiled computer players) is laid into
# SPADESITE_VAR, which lives in memory and goes with the container; the players' compiler wants to write beside them.
# Static files lie in a volume beside those of other versions, which may be read just now: none is written again but the
# list of them, which each process reads once.
set -euo pipefail
tar --create --directory "${SPADESITE_BUILT:?}" . | tar --extract --skip-old-files --directory "${SPADESITE_VAR:?}"
cp --archive "$SPADESITE_BUILT/static/staticfiles.json" "$SPADESITE_VAR/static/"
exec "$@"
