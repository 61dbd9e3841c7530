import type { GuardRules } from '../../../../src/domain/guard/guard-rules.ts'
import type { TablePolicy } from '../../../../src/domain/guard/policy.ts'
import type { Column } from '../../../../src/domain/guard/schema.ts'
import { shownCommand } from '../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'

const DRAFT = '{"collection":"things","pipeline":[]}'

const guard = async (columns: readonly Partial<Column>[], policy: TablePolicy) => {
  const table = {
    ...{ name: 'things', primaryKey: ['_id'], foreignKeys: [] },
    columns: columns.map((column) => ({ name: '_id', type: 'int', nullable: true, ...column })),
  }
  const rules: GuardRules = {
    schema: { engine: 'mongodb', tables: [table] },
    policy: {
      version: 1,
      engine: 'mongodb',
      tenant: { column: 'tenant', type: 'integer' },
      tables: { things: policy },
    },
    restriction: { tenant: { type: 'integer', value: 7n } },
  }
  const result = await guardDraft(DRAFT, rules)
  return result.ok ? JSON.stringify(shownCommand(result.query)) : result.refusal.reason
}

describe('a collection that no filter can restrict is closed:', () => {
  it.each<[string, readonly Partial<Column>[], TablePolicy]>([
    ['the tenant is in a list', [{ name: 'tenant', arrays: ['tenant'] }], { mode: 'tenant' }],
    ['the tenant is below a list', [{ name: 'of.tenant', arrays: ['of'] }], { mode: 'tenant', column: 'of.tenant' }],
    ['the tenant is nowhere', [{}], { mode: 'tenant' }],
    ['the parent is nowhere', [{ name: 'parent' }], { mode: 'via', fk: 'parent', ref: 'parents._id' }],
    ['it is seen through itself', [{ name: 'parent' }], { mode: 'via', fk: 'parent', ref: 'things._id' }],
    ['a key that is data is hidden', [{ name: 'tenant' }, { name: '<*>.x' }], { mode: 'tenant', hide: ['<*>.x'] }],
    ['nobody classified it', [{ name: 'tenant' }], { mode: 'deny' }],
  ])('%s', async (_, columns, policy) => {
    expect(await guard(columns, policy)).toBe('unknown_collection')
  })
})

describe('what is hidden is taken out as a whole:', () => {
  const hiding = async (hide: readonly string[], ...names: readonly string[]) =>
    await guard([{ name: 'tenant' }, ...names.map((name) => ({ name }))], { mode: 'tenant', hide })

  it.each([
    [['a'], ['a', 'a.b'], '{"$project":{"a":0}}'],
    [['a', 'a.b'], ['a', 'a.b'], '{"$project":{"a":0}}'],
    [['a.<*>.b'], ['a', 'a.<*>', 'a.<*>.b'], '{"$project":{"a":0}}'],
    [['a.b', 'tenant'], ['a', 'a.b'], '{"$project":{"a.b":0,"tenant":0}}'],
  ])('%j', async (hide, names, stage) => {
    expect(await hiding(hide, ...names)).toContain(stage)
  })
})

it('a value that cannot be of the type of the field finds nothing, and not what has none', async () => {
  expect(await guard([{ name: 'tenant', type: 'objectId' }], { mode: 'tenant' })).toContain('"tenant":{"$in":[],')
  expect(await guard([{ name: 'tenant', type: 'date' }], { mode: 'tenant' })).toContain('"tenant":{"$in":[],')
  expect(await guard([{ name: 'tenant', type: 'long | string' }], { mode: 'tenant' })).toContain('{"$in":[7,"7"],')
})
