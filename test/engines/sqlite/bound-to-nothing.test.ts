import { DatabaseSync } from 'node:sqlite'
import type { Policy } from '../../../src/guard/policy.ts'
import type { Restriction, RestrictionValue } from '../../../src/guard/restriction.ts'
import { accepted, cells } from '../contract/results.ts'
import { type Bench, openBench } from './with-engine.ts'

/** Owner values that schemas use for "no owner" or "shared". */
const ROWS = `CREATE TABLE notes (id INTEGER PRIMARY KEY, tenant_id INTEGER, owner_id INTEGER, body TEXT);
  INSERT INTO notes (tenant_id, owner_id, body) VALUES (1, 0, 'nobody'), (1, NULL, 'everybody'), (1, '', 'empty'),
    (1, 'x', 'odd'), (1, -1, 'system'), (1, 7, 'seven'), (NULL, 7, 'shared');
  CREATE TABLE marks (note_id INTEGER, mark TEXT); INSERT INTO marks SELECT id, 'mark of ' || body FROM notes`

const POLICY: Policy = {
  version: 1,
  engine: 'sqlite',
  tenant: { column: 'tenant_id', type: 'integer' },
  scope: { column: 'owner_id', type: 'integer', missing_scope: 'ignore' },
  tables: { notes: { mode: 'sharedOrOwn' }, marks: { mode: 'via', fk: 'note_id', ref: 'notes.id' } },
}

const TENANT: RestrictionValue = { type: 'integer', value: 1n }
const NOTHING: RestrictionValue = { type: 'nothing', value: null }

let bench: Bench
let address: string
beforeAll(async () => {
  bench = await openBench()
  const file = bench.files.path('notes.sqlite')
  const database = new DatabaseSync(file)
  database.exec(ROWS)
  database.close()
  address = `sqlite:${file}`
})
afterAll(() => bench.close())

const ask = async (draft: string, restriction: Restriction) => {
  const { signal } = new AbortController()
  const schema = await bench.engine.describe(address, signal)
  const query = accepted(await bench.engine.guard(draft, { schema, policy: POLICY, restriction }))
  const limits = { timeoutMs: 10_000, rowsMax: 50, bytesMax: 10_000, turnId: 't', owner: { organizationId: 1 } }
  const ran = await bench.engine.run(address, query, { ...limits, signal })
  return { query, rows: ran.ok ? cells(ran.result).flat() : ran.refusal }
}

it('a query with a scope that is bound to nothing returns no rows, not even those without an owner', async () => {
  const { rows, query } = await ask('SELECT body FROM notes', { tenant: TENANT, scope: NOTHING })
  expect(rows).toEqual([])
  expect(query.parameters).toEqual([1n, null])
  expect((await ask('SELECT mark FROM marks', { tenant: TENANT, scope: NOTHING })).rows).toEqual([])
})

it('a query with a zero or negative integer scope returns the rows of that scope', async () => {
  const scoped = async (value: bigint) =>
    (await ask('SELECT body FROM notes', { tenant: TENANT, scope: { type: 'integer', value } })).rows
  expect(await scoped(0n)).toEqual(['nobody'])
  expect(await scoped(-1n)).toEqual(['system'])
  expect(await scoped(7n)).toEqual(['seven', 'shared'])
})

it('a query with a tenant that is bound to nothing returns only shared rows', async () => {
  expect((await ask('SELECT body FROM notes', { tenant: NOTHING })).rows).toEqual(['shared'])
})

it('the filters of a guarded query include a restriction that is bound to nothing', async () => {
  const restriction = { tenant: TENANT, scope: NOTHING }
  expect((await ask('SELECT body FROM notes', restriction)).query.filters).toEqual(['tenant', 'scope'])
  expect((await ask('SELECT mark FROM marks', restriction)).query.filters).toEqual(['tenant', 'scope'])
  expect((await ask('SELECT 1', restriction)).query.filters).toEqual([])
  expect((await ask('SELECT body FROM notes', { tenant: TENANT })).query.filters).toEqual(['tenant'])
})
