#!/bin/bash
# What the entry of the official image does, without its users: this store knows none.
set -eu
[ "${1:0:1}" = - ] && set -- mongod "$@"
if [ "$1" = mongod ] && [ "$(id -u)" = 0 ]; then
  chown -R mongodb:mongodb /data/db /data/configdb
  exec setpriv --reuid=mongodb --regid=mongodb --clear-groups "$BASH_SOURCE" "$@"
fi
exec "$@"
