import pg from 'pg'
import type { Policy } from '../../src/guard/policy.ts'
import { type OwnPostgresServer, startOwnPostgres } from '../../test/support/postgres-server.ts'

/** The tenants of the load, and a name that stands in the rows of each and in no other place. */
export const TENANTS = [
  { id: '1', canary: 'Ada Canary-Ajuvo' },
  { id: '2', canary: 'Bea Canary-Bezil' },
] as const

/** Which rows of them a tenant sees. */
export const CUSTOMERS_POLICY: Policy = {
  version: 1,
  engine: 'postgres',
  tenant: { column: 'shop_id', type: 'integer' },
  tables: { 'public.customers': { mode: 'tenant' }, 'public.parcels': { mode: 'tenant' } },
}

/** Stands in the customer's connection string and in no other place. */
export const PASSWORD_CANARY = 'pw-canary-5f1c0e7b'

export interface CustomerDatabase {
  readonly server: OwnPostgresServer
  /** As the service is told: a role that may read. */
  readonly address: string
}

const TABLES = `
  CREATE TABLE customers (id integer PRIMARY KEY, shop_id integer NOT NULL, name text NOT NULL);
  CREATE TABLE parcels (id integer PRIMARY KEY, shop_id integer NOT NULL, weight integer NOT NULL);
  CREATE INDEX ON customers (shop_id);
  CREATE INDEX ON parcels (shop_id);
  INSERT INTO parcels SELECT n, 1 + n % 2, n % 50 FROM generate_series(1, 6000) n;
  ANALYZE;
  CREATE ROLE reader LOGIN PASSWORD '${PASSWORD_CANARY}';
  GRANT SELECT ON customers, parcels TO reader;
`

/** A PostgreSQL with rows of two tenants, which writes down every statement and whose it is. */
export const startCustomerDatabase = async (): Promise<CustomerDatabase> => {
  const server = await startOwnPostgres(STATEMENTS_LOGGED)
  const client = new pg.Client(server.address)
  await client.connect()
  await fillCustomerDatabase(client)
  await client.end()
  return { server, address: readersAddress(server.address) }
}

/** What makes a PostgreSQL write down every statement as the auditor reads it. */
export const STATEMENTS_LOGGED = ['log_statement=all', 'log_line_prefix=%n|%a|%p|'] as const

/** Tables, rows of two tenants, and a role that reads them, in an empty database. */
export const fillCustomerDatabase = async (client: pg.Client): Promise<void> => {
  await client.query(TABLES)
  for (const [index, { id, canary }] of TENANTS.entries())
    for (const [place, name] of [canary, 'Zoe Zander', 'Yan Yilmaz'].entries())
      await client.query('INSERT INTO customers VALUES ($1, $2, $3)', [10 * index + place, id, name])
}

/** The address of a database, for the role that reads it. */
export const readersAddress = (owners: string): string => {
  const address = new URL(owners)
  address.username = 'reader'
  address.password = PASSWORD_CANARY
  return address.href
}
