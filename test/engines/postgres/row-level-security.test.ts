import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '../../support/postgres-server.ts'
import { never } from '../contract/contract-bench.ts'
import type { LoadedDatabase } from '../contract/engine-adapter.ts'
import { fixturePolicy, restrictionOf, TABLES } from '../contract/fixture.ts'
import { VIEWS } from '../contract/oracle.ts'
import { accepted, cells, unordered } from '../contract/results.ts'
import { postgresAdapter } from './adapter.ts'
import { findRows, fixtureDatabase, onServer } from './fixture-database.ts'
import { usePostgres } from './use-postgres.ts'

/**
 * The policy of the fixture as row-level security of PostgreSQL. A child table only checks that its parent row is
 * visible: the policy of the parent applies to that subquery.
 */
const TENANT = "current_setting('app.tenant')::bigint"
const SCOPE = "(current_setting('app.scope') = '' OR %s = current_setting('app.scope'))"
const below = (column: string, parent: string) => `EXISTS (SELECT FROM public.${parent} p WHERE p.id = ${column})`
const scoped = (tenant: string, scope: string) => `${tenant} = ${TENANT} AND ${SCOPE.replace('%s', scope)}`

const POLICIES: Readonly<Record<string, string>> = {
  tenants: `id = ${TENANT}`,
  countries: 'true',
  customers: scoped('tenant_id', 'owner'),
  orders: scoped('tenant_id', 'owner'),
  order_items: below('order_id', 'orders'),
  item_notes: below('item_id', 'order_items'),
  note_marks: below('note_id', 'item_notes'),
  products: `tenant_id = ${TENANT}`,
  price_list: `tenant_id IS NULL OR tenant_id = ${TENANT}`,
  accounts: scoped('org_id', 'holder'),
  'Order Notes': `"tenant id" = ${TENANT}`,
  staff: `tenant_id = ${TENANT}`,
  events: `tenant_id = ${TENANT}`,
}

/** Without hidden tables and columns: the role has no right to read them, so `SELECT *` would fail. */
const VISIBLE = TABLES.filter(({ name }) => name in POLICIES).map((table) => ({
  ...table,
  columns: table.columns.filter(({ hidden }) => hidden !== true),
}))

const server = usePostgres(startPostgres)
const adapter = postgresAdapter(server)
const engine = adapter.start()
const role = `reader_${randomUUID().replaceAll('-', '')}`
describe('guarded PostgreSQL queries', () => {
  let database: LoadedDatabase

  beforeAll(async () => {
    database = await fixtureDatabase((await server()).address, VISIBLE)
    await onServer(database.address, async (client) => {
      await client.query(`CREATE ROLE ${role} NOSUPERUSER NOBYPASSRLS`)
      for (const [table, condition] of Object.entries(POLICIES)) {
        const name = pg.escapeIdentifier(table)
        await client.query(`GRANT SELECT ON ${name} TO ${role}; ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON ${name} FOR SELECT TO ${role} USING (${condition})`)
      }
    })
  })
  afterAll(async () => {
    await engine.close()
    await database.remove()
    await onServer((await server()).address, (client) => client.query(`DROP ROLE ${role}`))
  })

  it('are compared for every visible table of the fixture, with at least 180 queries', () => {
    const { tables } = fixturePolicy('postgres')
    const visible = Object.entries(tables).flatMap(([name, { mode }]) => (mode === 'deny' ? [] : [name]))
    expect(Object.keys(POLICIES).toSorted()).toEqual(visible.toSorted())
    expect(adapter.queries.length).toBeGreaterThanOrEqual(180)
  })

  it.each(VIEWS)(
    'return the rows that row-level security shows, for tenant $tenant, scope $scope',
    async ({ tenant, scope }) => {
      const schema = await engine.describe(database.address, never())
      const policy = fixturePolicy('postgres', adapter.tableName)
      const rules = { schema, policy, restriction: restrictionOf(tenant, scope) }
      const limits = { timeoutMs: 30_000, rowsMax: 10_000, bytesMax: 10_000_000, turnId: 'rls', signal: never() }
      const wrong: string[] = []
      await onServer(database.address, async (client) => {
        await client.query(`SET ROLE ${role}; SET app.tenant = '${tenant}'; SET app.scope = '${scope ?? ''}'`)
        for (const { draft } of adapter.queries) {
          const query = accepted(await engine.guard(draft, rules))
          const ran = await engine.run(database.address, query, { ...limits, owner: { organizationId: 1 } })
          const wanted = unordered(await findRows(client, draft))
          const found = ran.ok ? unordered(cells(ran.result)) : [ran.refusal.hint]
          if (found.join('\n') !== wanted.join('\n')) wrong.push(draft)
        }
      })
      expect(wrong).toEqual([])
    },
    300_000,
  )

  it('are restricted by row-level security in more than 90% of the cases', async () => {
    const differs: boolean[] = []
    await onServer(database.address, async (client) => {
      await client.query("SET app.tenant = '1'; SET app.scope = ''")
      for (const { draft } of adapter.queries) {
        await client.query('RESET ROLE')
        const all = unordered(await findRows(client, draft)).join('\n')
        await client.query(`SET ROLE ${role}`)
        differs.push(all !== unordered(await findRows(client, draft)).join('\n'))
      }
    })
    expect(differs.filter(Boolean).length / differs.length).toBeGreaterThan(0.9)
  }, 300_000)
})
