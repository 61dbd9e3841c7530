import pg from 'pg'
import { change } from '../../cli/operator/crm-file.ts'
import type { Manager } from './manager.ts'

interface Fixture {
  own(): Manager
  /** Creates a database file with a unique name. */
  crm(): { readonly name: string; readonly file: string; readonly url: string }
  /** The address of a PostgreSQL server. */
  server(): Promise<string>
}

/** Warnings about tables that are left out when a database is connected. */
export const leftOutCases = ({ own, crm, server }: Fixture): void => {
  it('connecting a database warns about skipped views, virtual tables, partitions and foreign tables, and about tenant columns of another type', async () => {
    const { name, file, url } = crm()
    change(
      file,
      'CREATE VIEW totals AS SELECT 1; CREATE VIRTUAL TABLE search USING fts5(body); CREATE TABLE notes (id INTEGER PRIMARY KEY, organization_id TEXT)',
    )
    const scoped = { requires_organization_scoping: true, scoping: { tenant_column: 'organization_id' } }
    const onFile = await own().send('POST', '/databases', { name, url, ...scoped })
    expect(onFile.body.data.warnings).toEqual([
      'Skipped, because views bypass the policies of their tables: totals.',
      'Skipped, because virtual tables run module code: search.',
      'The tenant column has a different type in some tables: notes.organization_id is TEXT, tenants are integer.',
    ])
    const address = await server()
    const client = new pg.Client(address)
    await client.connect()
    await client.query(`
      CREATE SCHEMA left_out; SET search_path = left_out;
      CREATE TABLE bills (id int PRIMARY KEY, tenant_id int NOT NULL) PARTITION BY RANGE (id);
      CREATE TABLE bills_1 PARTITION OF bills FOR VALUES FROM (1) TO (9);
      CREATE MATERIALIZED VIEW sums AS SELECT count(*) FROM bills;
      CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER far FOREIGN DATA WRAPPER nothing;
      CREATE FOREIGN TABLE abroad (id int) SERVER far`)
    const onServer = await own().send('POST', '/databases', {
      name: `${name} pg`,
      url: address,
      include: ['left_out.*'],
      requires_organization_scoping: true,
    })
    await client.query('DROP SCHEMA left_out CASCADE; DROP FOREIGN DATA WRAPPER nothing CASCADE')
    await client.end()
    expect(onServer.body.data.warnings).toEqual([
      'Skipped, because foreign tables access other servers: left_out.abroad.',
      'Skipped, because views bypass the policies of their tables: left_out.sums.',
      'Skipped, because partitions are read through their parent table: left_out.bills_1.',
    ])
  })
}
