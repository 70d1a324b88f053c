#!/usr/bin/env bash
# Back up the database while the site runs: deploy/backup.sh FOLDER
#
# DATABASE_URL names the database, as for the site. pg_dump copies a PostgreSQL database (postgres://…) in one snapshot,
# VACUUM INTO copies an SQLite file (sqlite:///path, by default var/spadesite.sqlite3). FILE.counts, next to the copy, has
# its number of rows per table, which restore.sh compares. Only the newest KEEP copies (default 14) are kept.
set -euo pipefail
umask 077
folder=${1:?usage: backup.sh FOLDER}
keep=${KEEP:-14}
url=${DATABASE_URL:-}
here=$(cd "$(dirname "$0")" && pwd)
source "$here/rows.sh"

mkdir -p "$folder"
stamp=$(date --utc +%Y%m%dT%H%M%SZ)
if is_postgresql "$url"; then kind=dump; else kind=sqlite3; fi
file=$folder/spadesite-$stamp.$kind
# Remove the partial files of an interrupted backup, which no later run would remove.
trap 'rm -f "$file.part"* "$file.counts.part"' EXIT
if [ "$kind" = dump ]; then
  name_postgresql
  pg_dump --format=custom --no-owner --no-privileges --file "$file.part"
else
  path=$(sqlite_path "$url")
  copy_sqlite "$path" "$file.part"
fi
rows_in_copy "$file.part" >"$file.counts.part"
mv "$file.counts.part" "$file.counts"
# Rename last: a file with the final name is complete.
mv --no-clobber "$file.part" "$file"
echo "$file"

find "$folder" -maxdepth 1 -regex '.*/spadesite-[0-9TZ]+\.\(dump\|sqlite3\)' -printf '%f\n' | sort --reverse |
  tail --lines "+$((keep + 1))" | while read -r old; do rm -f "$folder/$old" "$folder/$old.counts"; done
