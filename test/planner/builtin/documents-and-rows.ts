import { DatabaseSync } from 'node:sqlite'
import { aggregate } from 'mingo'
import { PARENT_LINK } from '../../../src/ask/rules/arrays-as-tables.ts'
import type { DatabaseView, VisibleTable } from '../../../src/ask/rules/knowledge.ts'
import { relationalKnowledge } from '../../../src/ask/rules/relational-view.ts'
import { SQL_DIALECT } from '../../../src/engines/sqlite/dialect.ts'
import type { Column } from '../../../src/guard/schema.ts'
import { printQuery, type QueryTree } from '../../../src/planner/builtin/query/index.ts'
import { catalogOf } from '../../../src/planner/builtin/schema/index.ts'

type Doc = Readonly<Record<string, unknown>>
type Cell = string | number | null

const day = (text: string): Date => new Date(`${text}T00:00:00Z`)

/** Nulls and missing fields, customers without orders, orders without items, and dangling keys. */
const DOCUMENTS: Readonly<Record<string, readonly Doc[]>> = {
  customers: [
    { _id: 1, name: 'Ada', address: { city: 'Kiel' }, vip: true, joined: day('2025-01-06') },
    { _id: 2, name: 'Bob', address: { city: null }, vip: false, joined: day('2025-12-31') },
    { _id: 3, name: 'Cleo', vip: false, joined: day('2026-03-01') },
    { _id: 4, name: 'ada', address: { city: 'Ulm' }, vip: true, joined: day('2026-03-02') },
  ],
  products: [
    { _id: 10, name: '50% off_x', price: 2.5 },
    { _id: 11, name: 'Lamp', price: 1.25 },
    { _id: 12, name: 'Desk', price: 80 },
  ],
  orders: [
    {
      _id: 100,
      customer_id: 1,
      at: day('2026-01-05'),
      status: 'paid',
      total: 10.25,
      items: [
        { product_id: 10, quantity: 2, price: 2.5 },
        { product_id: 11, quantity: 1, price: null },
      ],
    },
    { _id: 101, customer_id: 1, at: day('2026-01-11'), status: null, total: null, items: [] },
    {
      _id: 102,
      customer_id: 2,
      at: day('2025-12-31'),
      total: -2.5,
      items: [{ product_id: 12, quantity: 5, price: 80 }],
    },
    {
      _id: 103,
      customer_id: 9,
      at: day('2026-02-28'),
      status: 'open',
      total: 7,
      items: [{ product_id: 99, quantity: 1 }],
    },
    { _id: 104, at: null, status: 'open', total: 0, items: [{ product_id: 10, quantity: 4, price: 2.5 }] },
  ],
}

const field = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: false,
  ...more,
})
const maybe = { nullable: true }
const inItems = (name: string, type: string): Column =>
  field(`items.${name}`, type, { arrays: ['items'], nullable: true, presence: name === 'price' ? 0.6 : 0.8 })

const collection = (
  name: string,
  columns: readonly Column[],
  keys: Readonly<Record<string, string>> = {},
): VisibleTable => ({
  name,
  columns: [field('_id', 'int'), ...columns],
  primaryKey: ['_id'],
  foreignKeys: Object.entries(keys).map(([column, refTable]) => ({ columns: [column], refTable, refColumns: ['_id'] })),
})

const COLLECTIONS = [
  collection('customers', [
    field('name', 'string'),
    field('address', 'object', maybe),
    field('address.city', 'string', maybe),
    field('vip', 'bool'),
    field('joined', 'date'),
  ]),
  collection('products', [field('name', 'string'), field('price', 'double')]),
  collection(
    'orders',
    [
      field('customer_id', 'int', maybe),
      field('at', 'date', maybe),
      field('status', 'string', maybe),
      field('total', 'double', maybe),
      field('items', 'object', { arrays: ['items'] }),
      inItems('product_id', 'int'),
      inItems('quantity', 'int'),
      inItems('price', 'double'),
    ],
    { customer_id: 'customers', 'items.product_id': 'products' },
  ),
]

const viewOf = (dialect: DatabaseView['dialect'], tables: readonly VisibleTable[]): DatabaseView => ({
  databaseName: 'shop',
  engine: 'any',
  dialectNotes: '',
  promptRules: '',
  dialect,
  schema: { engine: 'any', tables },
  glossary: { tables: [], columns: [], phrases: [] },
})

const DOCUMENT_VIEW = relationalKnowledge({ view: viewOf(null, COLLECTIONS), values: [] }).view

/** The same tables, with a column for the link of elements to their document. */
const TABLES = DOCUMENT_VIEW.schema.tables.map(({ within, ...table }): VisibleTable => {
  const linked = (columns: readonly string[]) => columns.map((column) => (column === PARENT_LINK ? '_id' : column))
  return {
    ...table,
    columns: within === undefined ? table.columns : [...table.columns, field(PARENT_LINK, 'INTEGER')],
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, refColumns: linked(key.refColumns) })),
  }
})

const at = (document: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined), document)

const cellOf = (value: unknown): Cell => {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

const rowsOf = (table: VisibleTable): readonly (readonly Cell[])[] => {
  const [name = '', array] = table.name.split('.')
  return (DOCUMENTS[name] ?? []).flatMap((document) => {
    const own = array === undefined ? [document] : at(document, array)
    return (Array.isArray(own) ? own : []).map((row) =>
      table.columns.map((column) => cellOf(column.name === PARENT_LINK ? document._id : at(row, column.name))),
    )
  })
}

/** Copies, because aggregation changes documents. */
const copies = (name: string) => (DOCUMENTS[name] ?? []).map((document) => Object.fromEntries(copiedEntries(document)))

const copiedEntries = (document: Doc) => Object.entries(document).map(([key, value]) => [key, copyOf(value)] as const)

const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (value instanceof Date || !(value instanceof Object)) return value
  return Object.fromEntries(copiedEntries({ ...value }))
}

/** Runs query trees on the same data, as documents and as rows. */
export class DocumentsAndRows {
  readonly #rows = new DatabaseSync(':memory:')

  constructor() {
    for (const table of TABLES) {
      const names = table.columns.map(({ name, type }) => `"${name}" ${type}`)
      this.#rows.exec(`CREATE TABLE "${table.name}" (${names.join(', ')})`)
      const insert = this.#rows.prepare(`INSERT INTO "${table.name}" VALUES (${names.map(() => '?').join(', ')})`)
      for (const row of rowsOf(table)) insert.run(...row)
    }
  }

  close(): void {
    this.#rows.close()
  }

  /** Rows of the SQL query, by column name. */
  rows(tree: QueryTree): readonly Readonly<Record<string, unknown>>[] {
    const sql = printQuery(catalogOf(viewOf(SQL_DIALECT, TABLES)), SQL_DIALECT, tree)
    return this.#rows
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  }

  /** Documents of the aggregation pipeline. */
  documents(tree: QueryTree): readonly Readonly<Record<string, unknown>>[] {
    const { collection, pipeline } = this.command(tree)
    const found = aggregate(copies(collection), pipeline, { collectionResolver: copies })
    return found.map((document) =>
      Object.fromEntries(Object.entries(document).map(([key, value]) => [key, cellOf(value)])),
    )
  }

  command(tree: QueryTree): { collection: string; pipeline: Record<string, unknown>[] } {
    const text = printQuery(catalogOf(DOCUMENT_VIEW), null, tree)
    return JSON.parse(text, (_, value) => {
      if (typeof value?.$date === 'string') return new Date(value.$date)
      // mingo requires the number of decimals.
      return value?.$trunc === undefined ? value : { $trunc: [value.$trunc, 0] }
    })
  }
}
