#!/usr/bin/env bash
# Rows from a copy into an empty database: deploy/restore.sh FILE
#
# DATABASE_URL says which database, as for the site. Where there is any table (or any SQLite file) already, nothing is
# done: make a new database and point the site at it. All is restored or nothing. Afterwards the rows are counted against
# FILE.counts, brought to the tables of this version, and the games are replayed from their logs by `manage.py verify_games`.
set -euo pipefail
umask 077
file=${1:?usage: restore.sh FILE}
url=${DATABASE_URL:-}
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-$here/../.venv/bin/python}
source "$here/rows.sh"

[ -r "$file" ] || { echo "There is no file $file." >&2; exit 1; }
if is_postgresql "$url"; then
  case $file in *.dump) ;; *) echo "$file is no copy of a PostgreSQL database." >&2; exit 1 ;; esac
  name_postgresql
  refuse_tables
  pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname "$PGDATABASE" "$file"
else
  case $file in *.sqlite3) ;; *) echo "$file is no copy of an SQLite database." >&2; exit 1 ;; esac
  path=$(sqlite_path "$url")
  refuse_files "$path"
  mkdir -p "$(dirname "$path")"
  cp "$file" "$path.part"
  mv --no-clobber "$path.part" "$path"
fi

if [ -r "$file.counts" ]; then
  rows_in_database "$url" "$file.counts" | diff - "$file.counts" ||
    { echo "The rows restored are not those of the copy (< restored, > copied)." >&2; exit 1; }
fi
cd "$here/.."
"$python" manage.py migrate --no-input --verbosity 0
"$python" manage.py verify_games
