#!/usr/bin/env bash
# A copy of all rows while the site runs: deploy/backup.sh FOLDER
#
# DATABASE_URL says which database, as for the site: postgres://… is dumped by pg_dump in one snapshot, anything else is
# the SQLite file (sqlite:///path, or var/spadesite.sqlite3 where nothing is set) and copied by SQLite itself. Beside
# the copy stands FILE.counts, the rows of each table as they are in the copy; restore.sh compares them. The newest
# KEEP (14) copies stay.
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
# What is cut short is no copy, and nobody else would ever take it away.
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
# The name appears last: a copy that has its name is whole.
mv --no-clobber "$file.part" "$file"
echo "$file"

find "$folder" -maxdepth 1 -regex '.*/spadesite-[0-9TZ]+\.\(dump\|sqlite3\)' -printf '%f\n' | sort --reverse |
  tail --lines "+$((keep + 1))" | while read -r old; do rm -f "$folder/$old" "$folder/$old.counts"; done
