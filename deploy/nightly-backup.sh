#!/bin/sh
# Takes a backup into a new folder below the one that is named, checks it, and only then removes those older than 30 days.
set -eu
mdq=$(dirname "$(readlink -f "$0")")/../mdq
to=$1/$(date +%Y-%m-%d-%H%M%S)
"$mdq" backup "$to"
"$mdq" verify "$to"
find "$1" -mindepth 1 -maxdepth 1 -type d -name '????-??-??-??????' -mtime +30 -exec rm -r {} +
