import { type ExcessRights, PASSWORD, READER } from '../../shared/describe/inspection.ts'
import type { Session } from '../connect/session.ts'
import { quote } from '../language/names.ts'
import { readTexts } from './read-texts.ts'

const ROLES = `
SELECT current_database()::text, rolsuper::text, rolcreaterole::text, rolcreatedb::text, rolreplication::text,
  has_database_privilege(current_database(), 'CREATE')::text,
  (SELECT string_agg(name, ', ') FROM unnest(ARRAY['pg_read_server_files', 'pg_write_server_files',
    'pg_execute_server_program', 'pg_write_all_data', 'pg_signal_backend']) AS name
    WHERE EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = name) AND pg_has_role(name, 'USAGE'))
FROM pg_catalog.pg_roles WHERE rolname = current_user`

/** Tables that the role may change, without those of the server. */
const WRITABLE = `
SELECT n.nspname::text, c.relname::text FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'INSERT, UPDATE'))
ORDER BY 1, 2 LIMIT 1000`

const SCHEMAS = `
SELECT n.nspname::text, has_schema_privilege(n.oid, 'CREATE')::text FROM pg_catalog.pg_namespace n
WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'USAGE')
ORDER BY 1 LIMIT 1000`

const NAMED_MAX = 3

/** Rights of the session's role beyond reading; needs a transaction. @throws as `Session.read` */
export const excessRights = async (session: Session): Promise<ExcessRights> => {
  const [role = []] = await readTexts(session, ROLES)
  const [database, ...flags] = role
  const schemas = await readTexts(session, SCHEMAS)
  const advice = adviceFor(
    database ?? '',
    schemas.map(([name]) => name ?? ''),
  )
  const [isSuper, createsRoles, createsDatabases, replicates, createsSchemas] = flags.map((flag) => flag === 'true')
  if (isSuper === true)
    return { rights: ['is a superuser, with all privileges, including access to the server’s file system'], advice }
  const tables = (await readTexts(session, WRITABLE)).map(([schema, name]) => `${schema}.${name}`)
  const creates = schemas.filter(([, may]) => may === 'true').map(([name]) => name)
  const more = tables.length > NAMED_MAX ? ` and ${tables.length - NAMED_MAX} more` : ''
  const rights = [
    ...(createsRoles === true ? ['can create roles'] : []),
    ...(createsDatabases === true ? ['can create databases'] : []),
    ...(replicates === true ? ['can read all data by replication'] : []),
    ...(createsSchemas === true ? ['can create schemas'] : []),
    ...(flags.length > 5 && role[6] != null ? [`has the role ${role[6]}`] : []),
    ...(tables.length > 0 ? [`can write to ${tables.slice(0, NAMED_MAX).join(', ')}${more}`] : []),
    ...(creates.length > 0 ? [`can create tables in ${creates.slice(0, NAMED_MAX).join(', ')}`] : []),
  ]
  return { rights, advice }
}

const adviceFor = (database: string, schemas: readonly string[]): readonly string[] => [
  `CREATE ROLE ${READER} LOGIN PASSWORD '${PASSWORD}';`,
  `GRANT CONNECT ON DATABASE ${quote(database)} TO ${READER};`,
  ...schemas.flatMap((schema) => [
    `GRANT USAGE ON SCHEMA ${quote(schema)} TO ${READER};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${quote(schema)} TO ${READER};`,
  ]),
  `ALTER ROLE ${READER} SET default_transaction_read_only = on;`,
]
