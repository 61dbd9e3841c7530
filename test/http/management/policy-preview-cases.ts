import { rm } from 'node:fs/promises'
import pg from 'pg'
import { allEngines } from '../../../src/engines/index.ts'
import { previewPolicy } from '../../../src/manage/databases/preview-policy.ts'
import { change } from '../../cli/operator/crm-file.ts'
import type { Platform, Reply } from '../../support/platform.ts'
import { sqliteRows } from '../../support/sqlite-rows.ts'
import { codeOf, type Manager } from './manager.ts'

interface Fixture {
  own(): Manager
  store(): Platform['app']['store']
  /** Connects a database file with two tenants, 3 and 8. */
  connected(manager: Manager, more?: object): Promise<{ readonly id: string; readonly file: string }>
  /** Status and fields of a refusal. */
  fieldsOf(reply: Reply): unknown
  /** The address of a PostgreSQL server. */
  server(): Promise<string>
}

/** A table of a preview as a tuple: open and visible rows before, the same after, total rows, reason why it is not counted. */
const summaryOf = ({ table, before, after, total, reason }: Record<string, never>): readonly unknown[] => {
  const part = ({ is_open, visible }: Record<string, unknown>) => [is_open, visible]
  return [table, ...part(before ?? {}), ...part(after ?? {}), total, reason]
}

/** The preview of a policy before it is stored. */
export const policyPreviewCases = ({ own, store, connected, fieldsOf, server }: Fixture): void => {
  const preview = async (id: string, body: object) => await own().send('POST', `/databases/${id}/policy/preview`, body)

  /** Shared by the cases that change nothing, because the plan limits the number of databases. */
  let sharedDatabase: ReturnType<typeof connected> | undefined

  describe('POST /databases/{id}/policy/preview', () => {
    it('counts the rows that a tenant sees before and after a change, and stores nothing', async () => {
      const { id, file } = await connected(own())
      const policy = (await own().get(`/databases/${id}/policy`)).body.data
      const log = await own().audit()
      const changes = { accept: ['order_items'], share: ['countries'], deny: ['users'] }
      const { status, body } = await preview(id, { changes, tenant_id: '3' })
      const count = (from: string) => Number(sqliteRows(file, `SELECT COUNT(*) AS n FROM ${from}`)[0]?.n)
      const ownItems = count('order_items WHERE order_id IN (SELECT id FROM orders WHERE organization_id = 3)')
      expect([status, body.data.tables.map(summaryOf)]).toEqual([
        200,
        [
          ['countries', false, 0, true, 2, count('countries'), null],
          ['order_items', false, 0, true, ownItems, count('order_items'), null],
          ['users', true, 0, false, 0, 0, null],
          ['orders', true, 6, true, count('orders WHERE organization_id = 3'), count('orders'), null],
        ],
      ])
      expect([ownItems, body.data.is_complete, body.data.sample]).toEqual([6, true, null])
      const eight = await preview(id, { tenant_id: '8', tables: ['ORDERS'] })
      expect(eight.body.data.tables.map(summaryOf)).toEqual([['orders', true, 16, true, 16, 22, null]])
      expect((await own().get(`/databases/${id}/policy`)).body.data).toEqual(policy)
      expect(await own().audit()).toEqual(log)
    })

    it('accepts a whole policy, and returns the first rows of the tenant without hidden columns', async () => {
      const { id, file } = await connected(own())
      const policy = {
        version: 1,
        engine: 'sqlite',
        tenant: { column: 'organization_id', type: 'integer' },
        tables: { orders: { mode: 'tenant', hide: ['total'] }, '*': { mode: 'deny' } },
      }
      const { body } = await preview(id, { policy, tenant_id: '3', tables: ['orders'], sample_table: 'orders' })
      const { sample, tables } = body.data
      expect(tables.map(summaryOf)).toEqual([['orders', true, 6, true, 6, 22, null]])
      const rows = sqliteRows(file, 'SELECT id, organization_id, ordered_on FROM orders WHERE organization_id = 3')
      expect(sample.columns.map(({ name }: { name: string }) => name)).toEqual(Object.keys(rows[0] ?? {}))
      expect([sample.table, sample.reason, sample.rows.length]).toEqual(['orders', null, 5])
      for (const row of sample.rows) expect(rows).toContainEqual(row)
      const closed = await preview(id, { changes: { deny: ['orders'] }, tenant_id: '3', sample_table: 'orders' })
      expect(closed.body.data.sample).toMatchObject({ table: 'orders', columns: [], rows: [], reason: null })
    })

    it('counts the rows of a given scope, and all rows of a database without scoping', async () => {
      const scoping = { tenant_column: 'organization_id', scope_column: 'email' }
      const { id, file } = await connected(own(), { scoping })
      change(file, "INSERT INTO users VALUES (1, 3, 'ann', ''), (2, 3, 'bob', ''), (3, 8, 'ann', '')")
      const tables = ['users', 'orders']
      const ann = await preview(id, { tenant_id: '3', scope_id: ' ann ', tables })
      expect(ann.body.data.tables.map(summaryOf)).toEqual([
        ['users', true, 1, true, 1, 3, null],
        ['orders', false, 0, false, 0, 22, null],
      ])
      expect((await preview(id, { tenant_id: '3', tables })).body.data.tables.map(summaryOf)).toEqual([
        ['users', true, 2, true, 2, 3, null],
        ['orders', true, 6, true, 6, 22, null],
      ])
      const open = await connected(own(), {})
      const all = await preview(open.id, { tables: ['orders'] })
      expect(all.body.data.tables.map(summaryOf)).toEqual([['orders', true, 22, true, 22, 22, null]])
      expect(fieldsOf(await preview(open.id, { tenant_id: '3' }))).toEqual([400, ['tenant_id']])
    })

    it.each<[string, object, string]>([
      ['changes and a policy', { tenant_id: '3', changes: {}, policy: {} }, 'policy'],
      ['no tenant', { changes: { accept: true } }, 'tenant_id'],
      ['a tenant of another type', { tenant_id: 'three' }, 'tenant_id'],
      ['an unknown table', { tenant_id: '3', tables: ['orders', 'nope'] }, 'tables'],
      ['a sample of an unknown table', { tenant_id: '3', sample_table: 'nope' }, 'sample_table'],
      ['a change of an unknown table', { tenant_id: '3', changes: { share: ['nope'] } }, 'changes.share'],
      [
        'a policy of another engine',
        { tenant_id: '3', policy: { version: 1, engine: 'x', tables: {} } },
        'policy.engine',
      ],
      ['an unknown field', { tenant_id: '3', table: 'orders' }, 'table'],
    ])('refuses %s, and names the field', async (_, body, field) => {
      sharedDatabase ??= connected(own())
      const { id } = await sharedDatabase
      expect(fieldsOf(await preview(id, body))).toEqual([400, [field]])
    })

    it('refuses a policy that cannot be stored, and fails for an unreachable database', async () => {
      const { id, file } = await connected(own())
      const policy = { version: 1, engine: 'sqlite', tables: { orders: { mode: 'shared' } } }
      expect(codeOf(await preview(id, { policy, tenant_id: '3' }))).toEqual([400, 'BUSINESS_INVALID_STATE'])
      await rm(file)
      expect(codeOf(await preview(id, { tenant_id: '3' }))).toEqual([500, 'DB_CONNECTION_FAILED'])
    })

    it('marks tables beyond the time limit or table limit as not counted, and counts the rest', async () => {
      const url = await server()
      const [locker, reader] = [new pg.Client(url), new pg.Client(url)]
      await Promise.all([locker.connect(), reader.connect()])
      await reader.query(`
        CREATE SCHEMA previewed; SET search_path = previewed;
        CREATE TABLE bills (id int PRIMARY KEY, tenant_id int NOT NULL, secret_note text);
        CREATE TABLE lines (id int PRIMARY KEY, bill_id int REFERENCES bills);
        CREATE TABLE rates (id int PRIMARY KEY, tenant_id int);
        CREATE TABLE spare (id int PRIMARY KEY, tenant_id int);
        INSERT INTO bills SELECT n, n % 3, 'x' FROM generate_series(1, 1000) AS n;
        INSERT INTO lines SELECT n, n % 1000 + 1 FROM generate_series(1, 5000) AS n`)
      const about = { name: 'previewed', url, include: ['previewed.*'], requires_organization_scoping: true }
      const { id } = (await own().send('POST', '/databases', about)).body.data
      const counted = await preview(id, { changes: { accept: true }, tenant_id: '1' })
      const { rows } = await reader.query(
        'SELECT (SELECT count(*) FROM bills WHERE tenant_id = 1)::int AS bills, (SELECT count(*) FROM lines JOIN bills ON bill_id = bills.id WHERE tenant_id = 1)::int AS lines',
      )
      expect(counted.body.data.tables.map(summaryOf)).toEqual([
        ['previewed.lines', false, 0, true, rows[0].lines, 5_000, null],
        ['previewed.bills', true, rows[0].bills, true, rows[0].bills, 1_000, null],
        ['previewed.rates', true, 0, true, 0, 0, null],
        ['previewed.spare', true, 0, true, 0, 0, null],
      ])
      await locker.query('BEGIN; LOCK TABLE previewed.rates')
      const engines = allEngines({ allowPrivateHosts: true })
      const stored = await store().databases.find(own(), id)
      if (stored === undefined) throw new Error('the database is gone')
      const limits = { totalMs: 60_000, statementMs: 300, tablesMax: 2 }
      const tables = ['previewed.rates', 'previewed.bills', 'previewed.spare']
      const late = await previewPolicy({ store: store(), engines }, stored, { tenantId: '1', tables }, limits)
      await Promise.all(engines.map((engine) => engine.close()))
      await locker.end()
      await reader.query('DROP SCHEMA previewed CASCADE')
      await reader.end()
      const [unknown, known] = [
        { isOpen: true, rows: null },
        { isOpen: true, rows: rows[0].bills },
      ]
      expect(late.tables).toEqual([
        { table: 'previewed.rates', before: unknown, after: unknown, total: null, notCounted: 'timeout' },
        { table: 'previewed.bills', before: known, after: known, total: 1_000 },
        { table: 'previewed.spare', before: unknown, after: unknown, total: null, notCounted: 'table_limit' },
      ])
    })
  })
}
