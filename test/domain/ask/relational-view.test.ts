import { describe, expect, it } from '@jest/globals'
import type { DatabaseView, Knowledge, VisibleTable } from '../../../src/ask/rules/knowledge.ts'
import { relationalKnowledge } from '../../../src/ask/rules/relational-view.ts'
import { SQL_DIALECT } from '../../../src/engines/sqlite/dialect.ts'
import type { Column } from '../../../src/guard/schema.ts'

const field = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: false,
  presence: 1,
  ...more,
})

const ORDERS: VisibleTable = {
  name: 'orders',
  columns: [
    field('_id', 'objectId'),
    field('customer_id', 'int | string'),
    field('address', 'object'),
    field('address.city', 'string'),
    field('tags', 'string', { arrays: ['tags'] }),
    field('items', 'object', { arrays: ['items'] }),
    field('items.product_id', 'long', { arrays: ['items'], presence: 1, nullable: true }),
    field('items.note', 'string', { arrays: ['items'], presence: 0.4, nullable: true }),
    field('items.discounts', 'object', { arrays: ['items', 'items.discounts'] }),
    field('items.discounts.id', 'string', { arrays: ['items', 'items.discounts'] }),
    field('scores.<*>', 'double'),
  ],
  primaryKey: ['_id'],
  foreignKeys: [
    { columns: ['customer_id'], refTable: 'customers', refColumns: ['_id'] },
    { columns: ['items.product_id'], refTable: 'products', refColumns: ['_id'] },
  ],
}

const view: DatabaseView = {
  databaseName: 'shop',
  engine: 'documents',
  dialectNotes: '',
  promptRules: '',
  dialect: null,
  schema: { engine: 'documents', tables: [ORDERS] },
  glossary: {
    tables: [{ table: 'orders', synonyms: ['order'], label: 'orders.address.city' }],
    columns: [{ table: 'orders', column: 'items.product_id', synonyms: ['article'] }],
    phrases: [
      { phrase: 'big', table: 'orders', filter: { column: 'items.product_id', op: '>', value: 1 } },
      { phrase: 'here', table: 'orders', filter: { column: 'address.city', op: '=', value: 'Kiel' } },
    ],
  },
}
const knowledge: Knowledge = {
  view,
  values: [
    { table: 'orders', column: 'items.note', values: ['gift'], complete: true },
    { table: 'orders', column: 'address.city', values: ['Kiel'], complete: true },
  ],
}

describe('Tables of a document database', () => {
  const { tables } = relationalKnowledge(knowledge).view.schema
  const columns = (name: string) => tables.find((table) => table.name === name)?.columns.map((column) => column.name)

  it('are one per collection and array, with a column per path with values', () => {
    expect(tables.map(({ name }) => name)).toEqual(['orders', 'orders.tags', 'orders.items', 'orders.items.discounts'])
    expect(columns('orders')).toEqual(['_id', 'customer_id', 'address.city'])
    expect(columns('orders.tags')).toEqual(['tags'])
    expect(columns('orders.items')).toEqual(['product_id', 'note'])
    expect(columns('orders.items.discounts')).toEqual(['id'])
  })

  it('name the parent and path of array elements and the tables they reference', () => {
    expect(tables.map(({ within }) => within)).toEqual([
      undefined,
      { table: 'orders', path: 'tags', value: 'tags' },
      { table: 'orders', path: 'items' },
      { table: 'orders.items', path: 'discounts' },
    ])
    const references = tables.map(({ foreignKeys }) => foreignKeys.map(({ refTable }) => refTable))
    expect(references).toEqual([['customers'], ['orders'], ['orders', 'products'], ['orders.items']])
  })

  it('declare the most frequent type, and nullable columns of array elements', () => {
    expect(tables.flatMap((table) => table.columns.map(({ type }) => type))).toEqual([
      'OBJECTID',
      'INTEGER',
      'TEXT',
      'TEXT',
      'BIGINT',
      'TEXT',
      'TEXT',
    ])
    expect(tables[2]?.columns.map(({ nullable }) => nullable)).toEqual([false, true])
  })
})

describe('relationalKnowledge', () => {
  it('maps values and glossary to the tables of the documents', () => {
    const { view: seen, values } = relationalKnowledge(knowledge)
    expect(values.map(({ table, column }) => [table, column])).toEqual([
      ['orders.items', 'note'],
      ['orders', 'address.city'],
    ])
    expect(seen.glossary.tables[0]?.label).toBe('address.city')
    expect(seen.glossary.columns[0]).toMatchObject({ table: 'orders.items', column: 'product_id' })
    expect(seen.glossary.phrases.map(({ table, filter }) => [table, filter?.column])).toEqual([
      ['orders.items', 'product_id'],
      ['orders', 'address.city'],
    ])
  })

  it('returns the same object for the same knowledge, so that derived data stays cached', () => {
    const [first, second] = [relationalKnowledge(knowledge), relationalKnowledge({ ...knowledge })]
    expect(second.view).toBe(first.view)
    expect(second.values[0]).toBe(first.values[0])
  })

  it('returns the knowledge of a relational database unchanged', () => {
    const tables: Knowledge = { view: { ...view, dialect: SQL_DIALECT }, values: [] }
    expect(relationalKnowledge(tables)).toBe(tables)
  })
})
