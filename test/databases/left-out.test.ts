import { DIALECT } from '../../src/engines/mongodb/dialect.ts'
import type { Policy } from '../../src/guard/policy.ts'
import type { Table } from '../../src/guard/schema.ts'
import { leftOutWarnings } from '../../src/manage/databases/left-out.ts'

const view = (name: string): Table => ({ name, columns: [], primaryKey: ['_id'], foreignKeys: [], view: true })

it('the warning about MongoDB views lists a view if the policy denies it, and not otherwise', async () => {
  const { view: _, ...collection } = view('orders')
  const schema = { engine: 'mongodb', tables: [view('best'), collection, view('open'), view('worst')] }
  const warningsFor = (tables: Policy['tables']) =>
    leftOutWarnings(
      { engine: { inspect: { serverVersion: async () => '8' } }, address: 'mongodb://localhost/shop' },
      { schema, policy: { version: 1, engine: 'mongodb', tables }, folding: DIALECT.folding(schema) },
    )
  expect(await warningsFor({ open: { mode: 'tenant' }, best: { mode: 'deny' } })).toEqual([
    'Denied until the policy allows them, because views may expose data of other collections: best, worst.',
  ])
  expect(await warningsFor({ '*': { mode: 'shared' } })).toEqual([])
})
