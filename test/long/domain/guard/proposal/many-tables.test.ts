import { indexAdvice } from '../../../../../src/guard/index-advice.ts'
import type { Policy } from '../../../../../src/guard/policy.ts'
import { policyDrift } from '../../../../../src/guard/policy-drift.ts'
import { decidePolicy } from '../../../../../src/guard/proposal/decide-policy.ts'
import { initialPolicy } from '../../../../../src/guard/proposal/initial-policy.ts'
import { updatedPolicy } from '../../../../../src/guard/proposal/updated-policy.ts'
import type { Schema } from '../../../../../src/guard/schema.ts'
import { HOLD_MS_MAX, threadCostMs } from '../../../../support/cost.ts'

const COUNT = 2_000
const folding = { table: (name: string) => name.toLowerCase(), column: (name: string) => name.toLowerCase() }
const column = (name: string) => ({ name, type: 'INTEGER', nullable: true })
const others = Array.from({ length: 18 }, (_, index) => column(`column_${index}`))

/** Half of the tables have a tenant column; each of the others has a foreign key to one of them. */
const schema: Schema = {
  engine: 'any',
  tables: Array.from({ length: COUNT }, (_, index) => ({
    name: `table_${index}`,
    columns: [column('id'), ...(index % 2 === 0 ? [column('table_id')] : [column('tenant_id')]), ...others],
    primaryKey: ['id'],
    foreignKeys: index % 2 === 0 ? [{ columns: ['column_1'], refTable: `table_${index + 1}`, refColumns: ['id'] }] : [],
  })),
}
const options = { scoped: true, tenantColumn: 'tenant_id' }
const first = initialPolicy(schema, { folding, options })
const policy: Policy = first.kind === 'fits' ? first.policy : { version: 1, engine: 'any', tables: {} }
const half = { ...policy, tables: Object.fromEntries(Object.entries(policy.tables).slice(0, COUNT / 2)) }
const openTables = schema.tables.filter((_, index) => index % 2 === 0).map(({ name }) => name)

describe(`Policy of ${COUNT} tables`, () => {
  it.each([
    ['creating it', () => initialPolicy(schema, { folding, options })],
    ['updating it with half of the tables new', () => updatedPolicy(half, schema, folding)],
    ['accepting all open tables by name', () => decidePolicy(policy, { accept: openTables }, { schema, folding })],
    ['detecting drift', () => policyDrift(schema, policy, folding)],
    ['advising indexes', () => indexAdvice(schema, policy, folding)],
  ])('does not block the event loop: %s', async (_, work) => {
    expect(await threadCostMs(work, 5)).toBeLessThan(HOLD_MS_MAX)
  })

  it('contains every accepted table', () => {
    const decided = decidePolicy(policy, { accept: openTables }, { schema, folding })
    expect(
      decided.kind === 'decided' && Object.values(decided.policy.tables).filter(({ mode }) => mode === 'via'),
    ).toHaveLength(COUNT / 2)
  })
})
