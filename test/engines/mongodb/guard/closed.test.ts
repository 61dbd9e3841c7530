import { displayedCommand } from '../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'
import type { GuardRules } from '../../../../src/guard/guard-rules.ts'
import type { OwnerTypes } from '../../../../src/guard/owner-types.ts'
import type { TablePolicy } from '../../../../src/guard/policy.ts'
import type { RestrictionValue } from '../../../../src/guard/restriction.ts'
import type { Column } from '../../../../src/guard/schema.ts'

const DRAFT = '{"collection":"things","pipeline":[]}'

const guard = async (columns: readonly Partial<Column>[], policy: TablePolicy) => {
  const table = {
    name: 'things',
    primaryKey: ['_id'],
    foreignKeys: [],
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
  return result.ok ? JSON.stringify(displayedCommand(result.query)) : result.refusal.reason
}

describe('the MongoDB guard denies a collection if', () => {
  it.each<[string, readonly Partial<Column>[], TablePolicy]>([
    ['the tenant field is a list', [{ name: 'tenant', arrays: ['tenant'] }], { mode: 'tenant' }],
    [
      'the tenant field is within a list',
      [{ name: 'of.tenant', arrays: ['of'] }],
      { mode: 'tenant', column: 'of.tenant' },
    ],
    ['the tenant field is missing', [{}], { mode: 'tenant' }],
    ['the parent is missing', [{ name: 'parent' }], { mode: 'via', fk: 'parent', ref: 'parents._id' }],
    ['it is its own parent', [{ name: 'parent' }], { mode: 'via', fk: 'parent', ref: 'things._id' }],
    ['a key that is data is hidden', [{ name: 'tenant' }, { name: '<*>.x' }], { mode: 'tenant', hide: ['<*>.x'] }],
    ['its mode is deny', [{ name: 'tenant' }], { mode: 'deny' }],
  ])('%s', async (_, columns, policy) => {
    expect(await guard(columns, policy)).toBe('unknown_collection')
  })
})

describe('the MongoDB guard removes hidden fields with all fields below them:', () => {
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

it('the MongoDB tenant filter has the type of the policy, independent of sampled types', async () => {
  for (const type of ['objectId', 'date', 'string', 'long | string', 'int'])
    expect(await guard([{ name: 'tenant', type }], { mode: 'tenant' })).toContain('"tenant":{"$eq":7,')
})

it('the MongoDB verifier refuses a tenant filter with other types than the policy', async () => {
  const rules = (type: OwnerTypes, bound: RestrictionValue): GuardRules => ({
    schema: {
      engine: 'mongodb',
      tables: [
        {
          name: 'things',
          primaryKey: ['_id'],
          foreignKeys: [],
          columns: [{ name: 'tenant', type: 'int | string', nullable: true }],
        },
      ],
    },
    policy: {
      version: 1,
      engine: 'mongodb',
      tenant: { column: 'tenant', type },
      tables: { things: { mode: 'tenant' } },
    },
    restriction: { tenant: bound },
  })
  const both = rules(['integer', 'string'], { type: 'written', as: ['integer', 'string'], value: '7' })
  const written = await guardDraft(DRAFT, both)
  expect(written.ok && JSON.stringify(displayedCommand(written.query))).toContain('"tenant":{"$in":[7,"7"],')
  for (const type of ['integer', 'string'] as const) {
    const other = await guardDraft(DRAFT, { ...both, policy: rules(type, both.restriction.tenant ?? NOTHING).policy })
    expect(other).toMatchObject({ ok: false, refusal: { reason: 'not_proven' } })
  }
})

const NOTHING = { type: 'nothing', value: null } as const
