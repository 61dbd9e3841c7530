-- Run by PostgreSQL's image when it creates the data: Temporal's user, which is no superuser, and its databases.
\set password `cat /run/secrets/postgres_password`
CREATE ROLE temporal LOGIN PASSWORD :'password';
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
-- The superuser logs in over the local socket of the container only.
ALTER ROLE postgres PASSWORD NULL;
