#!/bin/sh
# What the entry of the official image does, as far as the deployment's files use it.
set -eu
if [ "${1#-}" != "$1" ] || [ "${1%.conf}" != "$1" ]; then set -- redis-server "$@"; fi
[ "$1" = redis-server ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  find . \! -user redis -exec chown redis '{}' +
  exec setpriv --reuid=redis --regid=redis --clear-groups "$0" "$@"
fi
[ "$(umask)" = 0022 ] && umask 0077
# The official build has its protected mode switched off: in a container every client comes from outside.
case " $* " in *' --protected-mode '*) ;; *) set -- "$@" --protected-mode no ;; esac
exec "$@"
