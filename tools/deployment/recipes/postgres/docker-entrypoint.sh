#!/bin/bash
# What the entry of the official image does, as far as the deployment's files use it.
set -Eeuo pipefail
[ "${1:0:1}" = - ] && set -- postgres "$@"
[ "$1" = postgres ] || exec "$@"

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$BASH_SOURCE" "$@"
fi

# NAME, or what the file NAME_FILE holds, or the default.
setting() {
  local name=$1 file=$1_FILE
  if [ -n "${!name:-}" ] && [ -n "${!file:-}" ]; then
    echo "error: both $name and $file are set (but are exclusive)" >&2
    exit 1
  fi
  if [ -n "${!file:-}" ]; then printf -v "$name" '%s' "$(< "${!file}")"; fi
  if [ -z "${!name:-}" ]; then printf -v "$name" '%s' "$2"; fi
  unset "$file"
}

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  setting POSTGRES_PASSWORD ''
  setting POSTGRES_USER postgres
  setting POSTGRES_DB "$POSTGRES_USER"
  setting POSTGRES_INITDB_ARGS ''
  if [ -z "$POSTGRES_PASSWORD" ]; then
    echo 'Error: Database is uninitialized and superuser password is not specified.' >&2
    exit 1
  fi
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA" 2> /dev/null || :
  eval "initdb --username=\"\$POSTGRES_USER\" --pwfile=<(printf '%s\n' \"\$POSTGRES_PASSWORD\") $POSTGRES_INITDB_ARGS"
  printf '\nhost all all all %s\n' "${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}" >> "$PGDATA/pg_hba.conf"
  export PGPASSWORD=$POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB POSTGRES_PASSWORD
  pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -p 5432" -w start
  psql=(psql -v ON_ERROR_STOP=1 --no-psqlrc --username "$POSTGRES_USER" --no-password)
  if [ "$POSTGRES_DB" != postgres ]; then
    "${psql[@]}" --dbname postgres --set db="$POSTGRES_DB" <<< 'CREATE DATABASE :"db" ;'
  fi
  shopt -s nullglob
  for file in /docker-entrypoint-initdb.d/*; do
    case $file in
      *.sh) if [ -x "$file" ]; then "$file"; else . "$file"; fi ;;
      *.sql) "${psql[@]}" --dbname "$POSTGRES_DB" -f "$file" ;;
      *.sql.gz) gunzip -c "$file" | "${psql[@]}" --dbname "$POSTGRES_DB" ;;
    esac
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
  unset PGPASSWORD
  echo 'PostgreSQL init process complete; ready for start up.'
fi
unset POSTGRES_PASSWORD
exec "$@"
