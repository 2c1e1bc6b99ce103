#!/bin/sh
# Takes a backup into a new folder below the one that is named, checks it, audits the books, and only then removes backups
# older than 30 days. Further options go to "mdq backup": once the accounts are in PostgreSQL it needs --data-only, and
# pg_dump copies them.
set -eu
mdq=$(dirname "$(readlink -f "$0")")/../mdq
folder=$1
shift
to=$folder/$(date +%Y-%m-%d-%H%M%S)
"$mdq" backup "$@" "$to"
"$mdq" verify "$to"
"$mdq" audit
find "$folder" -mindepth 1 -maxdepth 1 -type d -name '????-??-??-??????' -mtime +30 -exec rm -r {} +
