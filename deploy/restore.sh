#!/usr/bin/env bash
# Restore a backup into an empty database: deploy/restore.sh FILE
#
# DATABASE_URL names the database, as for the site. If the database has a table (or the SQLite file exists), nothing is
# changed: create a new database and point the site to it. The restore is all or nothing. Afterwards the numbers of rows are
# compared with FILE.counts, migrations are applied, and `manage.py verify_games` replays the games from their logs.
set -euo pipefail
umask 077
file=${1:?usage: restore.sh FILE}
url=${DATABASE_URL:-}
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-$here/../.venv/bin/python}
source "$here/rows.sh"

[ -r "$file" ] || { echo "There is no file $file." >&2; exit 1; }
if is_postgresql "$url"; then
  case $file in *.dump) ;; *) echo "$file is not a backup of a PostgreSQL database (.dump)." >&2; exit 1 ;; esac
  name_postgresql
  refuse_tables
  pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname "$PGDATABASE" "$file"
else
  case $file in *.sqlite3) ;; *) echo "$file is not a backup of an SQLite database (.sqlite3)." >&2; exit 1 ;; esac
  path=$(sqlite_path "$url")
  refuse_files "$path"
  mkdir -p "$(dirname "$path")"
  cp "$file" "$path.part"
  mv --no-clobber "$path.part" "$path"
fi

if [ -r "$file.counts" ]; then
  rows_in_database "$url" "$file.counts" | diff - "$file.counts" ||
    { echo "The numbers of rows differ from those of the backup (< restored, > backup)." >&2; exit 1; }
fi
cd "$here/.."
"$python" manage.py migrate --no-input --verbosity 0
"$python" manage.py verify_games
