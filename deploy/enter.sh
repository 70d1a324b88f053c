#!/usr/bin/env bash
# The entry point of every container: deploy/enter.sh COMMAND...
#
# The image may be mounted read-only, so its static files and compiled bots are copied to SPADESITE_VAR, where numba can
# write. SPADESITE_VAR is in memory and ends with the container, but its static files are in a volume shared with other
# versions, whose processes may be reading them: existing files are not overwritten, except the manifest, which each process
# reads once.
set -euo pipefail
tar --create --directory "${SPADESITE_BUILT:?}" . | tar --extract --skip-old-files --directory "${SPADESITE_VAR:?}"
cp --archive "$SPADESITE_BUILT/static/staticfiles.json" "$SPADESITE_VAR/static/"
exec "$@"
