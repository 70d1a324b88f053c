# Functions of backup.sh and restore.sh: parse the database URL, and count the rows of each table. PYTHON names the
# interpreter that has the site's packages.
# shellcheck shell=bash

is_postgresql() { case $1 in postgres*://* | psql://* | pgsql://*) return 0 ;; *) return 1 ;; esac }

with_python() { "${PYTHON:-$here/../.venv/bin/python}" - "$@"; }

# Pass the connection to PostgreSQL's programs in environment variables: every user of the machine can read a program's
# arguments, and a password in them. DATABASE_URL is parsed as the site parses it. The names of the variables come from
# libpq; options that only Django or its connection pool uses are omitted.
name_postgresql() {
  local variables
  variables=$(
    with_python <<'PYTHON'
import shlex
from environ import Env
from psycopg.pq import Conninfo
url = Env().db_url("DATABASE_URL")
words = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
told = {**{word: url[name] for word, name in words.items()}, **url.get("OPTIONS", {})}
for word in Conninfo.get_defaults():
    value = str(told.get(word.keyword.decode(), ""))
    if word.envvar and value:
        print(f"export {word.envvar.decode()}={shlex.quote(value)}")
PYTHON
  )
  eval "$variables"
  : "${PGDATABASE:?DATABASE_URL names no database}"
}

sqlite_path() {
  case $1 in
    sqlite:///*) echo "${1#sqlite:///}" ;;
    "") echo "${SPADESITE_VAR:-$here/../var}/spadesite.sqlite3" ;;
    *) echo "DATABASE_URL must begin with postgres:// or sqlite:///, not ${1%%://*}." >&2; exit 1 ;;
  esac
}

# Uses Python's SQLite, because the program sqlite3 may not be installed.
copy_sqlite() {
  with_python "$1" "$2" <<'PYTHON'
import sqlite3, sys
source, target = sys.argv[1:]
line = sqlite3.connect(f"file:{source}?mode=rw", uri=True)
line.execute("VACUUM INTO ?", [target])
PYTHON
}

rows_in_sqlite() {
  with_python "$1" <<'PYTHON'
import sqlite3, sys
line = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
names = line.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
for (name,) in sorted(names):
    print(name, line.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
PYTHON
}

ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

# Count the rows of the copy: players change the rows of the server during the backup.
rows_in_copy() {
  case $1 in
    *.sqlite3*) rows_in_sqlite "$1" ;;
    *)
      pg_restore --data-only --file - "$1" | awk '
        /^COPY / && !inside { name = $2; sub(/^public\./, "", name); inside = 1; rows = 0; next }
        inside && /^\\\.$/ { print name, rows; inside = 0; next }
        inside { rows++ }' | LC_ALL=C sort
      ;;
  esac
}

rows_in_database() {
  if is_postgresql "$1"; then
    awk '{ print "SELECT \047" $1 "\047, count(*) FROM public." $1 ";" }' "$2" | ask --field-separator ' '
  else
    rows_in_sqlite "$(sqlite_path "$1")"
  fi
}

refuse_tables() {
  local tables
  tables=$(ask <<<"SELECT count(*) FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')")
  [ "$tables" -eq 0 ] || { echo "The database is not empty: it has $tables tables. Nothing was changed." >&2; exit 1; }
}

refuse_files() {
  local file
  for file in "$1" "$1-wal" "$1-shm"; do
    [ ! -e "$file" ] || { echo "$file exists already. Nothing was changed." >&2; exit 1; }
  done
}
