import { type KeysOf, ownSchema, type SharedSource, sharedSchema } from '../../../src/guard/caller-schema.ts'
import type { NameFolding } from '../../../src/guard/name-folding.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import type { RestrictionValue } from '../../../src/guard/restriction.ts'
import type { Column, Schema, Table } from '../../../src/guard/schema.ts'
import { tableAccess } from '../../../src/guard/table-access.ts'
import { runToEnd } from '../../../src/platform/values/sliced.ts'

const folding: NameFolding = { table: (name) => name, column: (name) => name }
const tenant: RestrictionValue = { type: 'integer', value: 1n }
const scope: RestrictionValue = { type: 'string', value: 'ann' }

const column = (name: string, type = 'string', more: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: false,
  ...more,
})
const collection = (name: string, columns: readonly Column[], more: Partial<Table> = {}): Table => ({
  name,
  columns: [column('_id', 'int'), ...columns],
  primaryKey: ['_id'],
  foreignKeys: [],
  rowCount: 9,
  ...more,
})
const inferred = (path: string, refTable: string) =>
  ({ columns: [path], refTable, refColumns: ['_id'], inferred: true }) as const

const POLICY: Policy = {
  version: 1,
  engine: 'mongodb',
  tenant: { column: 'shop', type: 'integer' },
  scope: { column: 'owner.name', type: 'string', missing_scope: 'ignore' },
  tables: {
    orders: { mode: 'tenant', hide: ['card'] },
    notes: { mode: 'via', fk: 'order', ref: 'orders.number' },
    towns: { mode: 'shared' },
  },
}

const SCHEMA: Schema = {
  engine: 'mongodb',
  tables: [
    collection(
      'orders',
      [
        ...[column('shop', 'int | string', { arrays: ['shop'] }), column('number'), column('card'), column('secret')],
        ...[column('owner', 'object'), column('owner.name'), column('items', 'object', { arrays: ['items'] })],
        ...[column('items.sku', 'string', { arrays: ['items'] }), column('total', 'int | string')],
      ],
      {
        foreignKeys: [inferred('secret', 'towns')],
        declared: [column('total', 'int', { comment: 'In cents', nullable: true }), column('later', 'date')],
      },
    ),
    collection('notes', [column('order'), column('note')]),
    collection('towns', [column('name'), column('order_id', 'int')], { foreignKeys: [inferred('order_id', 'orders')] }),
    collection('vault', [column('shop', 'int')]),
  ],
}

/** A field `NAME_id` references the collection `NAMEs`. */
const keysOf: KeysOf = (tables) => (table) =>
  table.columns.flatMap(({ name, type }) => {
    const refTable = `${name.replace(/_id$/, '')}s`
    const target = tables.find((one) => one.name === refTable)
    const isKey = name.endsWith('_id') && target?.columns[0]?.type === type && type !== ''
    return isKey ? [inferred(name, refTable)] : []
  })

const sharedOf = (source: Partial<SharedSource> = {}) =>
  runToEnd(
    sharedSchema({
      schema: SCHEMA,
      policy: POLICY,
      restriction: { tenant },
      folding,
      keysOf,
      glossaryPaths: new Set<string>(),
      published: [],
      ...source,
    }),
  )

const namesOf = ({ tables }: Schema, name: string) =>
  tables.find((table) => table.name === name)?.columns.map((one) => one.name)

describe('Shared schema of a filtered collection', () => {
  it('has the paths of validator, policy and glossary with their parents, and published paths', () => {
    const published = [{ table: 'orders', columns: [column('coupon'), column('total', 'double')] }]
    const { schema } = sharedOf({ published, glossaryPaths: new Set(['orders.items.sku', 'secret', 'vault.secret']) })
    expect(namesOf(schema, 'orders')).toEqual([
      ...['_id', 'items', 'items.sku', 'number', 'owner', 'owner.name', 'shop', 'total', 'later', 'coupon'],
    ])
    expect(schema.tables[0]?.columns.find(({ name }) => name === 'total')).toEqual({
      name: 'total',
      type: 'int | double',
      nullable: true,
      comment: 'In cents',
    })
  })

  it('has glossary paths in the same order whether a sampled document has them or not', () => {
    const glossaryPaths = new Set(['orders.zone.code', 'orders.area'])
    const [orders, ...others] = SCHEMA.tables
    if (orders === undefined) throw new Error('no collection')
    const more = [column('zone.code'), column('zone'), column('area'), ...orders.columns]
    const sampled = { ...SCHEMA, tables: [{ ...orders, columns: more }, ...others] }
    const names = namesOf(sharedOf({ glossaryPaths }).schema, 'orders')
    expect(names).toEqual(expect.arrayContaining(['area', 'zone', 'zone.code']))
    expect(namesOf(sharedOf({ glossaryPaths, schema: sampled }).schema, 'orders')).toEqual(names)
  })

  it('omits types, arrays, keys and counts that only a sample of all documents shows', () => {
    const { schema, filtered } = sharedOf()
    expect(JSON.stringify(schema)).not.toMatch(/secret|card|arrays|int \| string|vault/)
    expect(schema.tables[0]).not.toHaveProperty('rowCount')
    expect(filtered).toEqual([
      { table: 'orders', hasNewest: true },
      { table: 'notes', hasNewest: false },
    ])
  })

  it('has the keys of the policy and those inferred from names and types', () => {
    const known = [column('_id', 'int')]
    const { schema } = sharedOf({ published: [{ table: 'orders', columns: known }] })
    const keys = schema.tables.map(({ foreignKeys }) => foreignKeys)
    expect(keys).toEqual([
      [],
      [{ columns: ['order'], refTable: 'orders', refColumns: ['number'] }],
      [inferred('order_id', 'orders')],
    ])
    expect(sharedOf().schema.tables.map(({ foreignKeys }) => foreignKeys.length)).toEqual([0, 1, 0])
  })

  it('keeps the filter of a scope field that only documents of other tenants have', () => {
    const rules = { policy: POLICY, restriction: { tenant, scope } }
    const { schema } = sharedOf(rules)
    const of = (one: Schema) => one.tables[0] && tableAccess(one.tables[0], { schema: one, ...rules }, folding)?.rules
    expect(of(schema)).toEqual(of(SCHEMA))
    expect(of(schema)).toHaveLength(2)
  })

  it('keeps a collection unchanged if all callers see all of its documents', () => {
    expect(namesOf(sharedOf().schema, 'towns')).toEqual(['_id', 'name', 'order_id'])
  })
})

describe('Own schema of a caller', () => {
  const own = (columns: readonly Column[], published: readonly Column[] = []) => {
    const shared = sharedOf({ published: [{ table: 'orders', columns: published }] })
    const rules = { policy: POLICY, folding, keysOf }
    return { shared, schema: runToEnd(ownSchema(shared, [{ table: 'orders', columns }], rules)) }
  }

  it('is the shared schema object if all of its paths are shared', () => {
    const { shared, schema } = own([column('coupon')], [column('coupon', 'int | string', { nullable: true })])
    expect(schema).toBe(shared.schema)
  })

  it('appends own paths, types, arrays and inferred keys to the shared schema', () => {
    const items = { arrays: ['items'] }
    const ownColumns = [
      column('_id', 'int'),
      column('coupon', 'int'),
      column('items', 'object', items),
      column('items.sku'),
    ]
    const { shared, schema } = own([...ownColumns, column('town_id', 'int')], [column('coupon')])
    const [orders, notes] = schema.tables
    expect(orders?.columns.slice(-4)).toEqual([
      column('coupon', 'string | int'),
      column('items', 'object', items),
      column('items.sku', 'string', items),
      column('town_id', 'int'),
    ])
    expect(orders?.foreignKeys).toEqual([inferred('town_id', 'towns')])
    expect(notes).toBe(shared.schema.tables[1])
  })
})
