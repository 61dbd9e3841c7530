import type { LoadValue, NewTable } from '../src/engines/loader.ts'

/** Where a column of the demo's tables is in its documents, where that is not its own name. */
const PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  suppliers: { city: 'address.city', country: 'address.country' },
  customers: {
    email: 'contact.email',
    phone: 'contact.phone',
    city: 'address.city',
    country: 'address.country',
  },
}

/** Tables whose rows stand within another one's documents, and as what. */
const EMBEDDED: Readonly<Record<string, NonNullable<NewTable['within']>>> = {
  order_items: { table: 'orders', column: 'order_id', as: 'items' },
}

/** The path of a column in the documents of its collection, as a policy or a glossary names it. */
export const documentPath = ({ name, primaryKey }: Pick<NewTable, 'name' | 'primaryKey'>, column: string): string => {
  const [key, more] = withinOf(name) === undefined ? primaryKey : []
  return key === column && more === undefined ? '_id' : pathOf(name, column)
}

/** The name by which a table of the demo is known in documents: `orders.items`. */
export const documentTable = (table: string): string => {
  const within = withinOf(table)
  return within === undefined ? table : `${within.table}.${within.as}`
}

const pathOf = (table: string, column: string): string => PATHS[table]?.[column] ?? column

const withinOf = (table: string): NewTable['within'] => EMBEDDED[table]

/**
 * The demo in the shape that a database of documents would have it: the items of an order in the order, addresses in
 * customers and suppliers, and returns that say themselves which product came back from which order.
 */
export const documentTables = (tables: readonly NewTable[]): readonly NewTable[] => {
  const items = tables.find(({ name }) => name === 'order_items')
  return tables.map((table) => {
    if (table.name === 'returns' && items !== undefined) return withPathNames(withItsProduct(table, items))
    const within = withinOf(table.name)
    return withPathNames(within === undefined ? table : { ...table, within })
  })
}

const withPathNames = (table: NewTable): NewTable => ({
  ...table,
  columns: table.columns.map((column) => ({ ...column, name: pathOf(table.name, column.name) })),
  indexes: table.indexes.map((columns) => columns.map((column) => pathOf(table.name, column))),
  foreignKeys: table.foreignKeys.map((key) => ({
    ...key,
    columns: key.columns.map((column) => pathOf(table.name, column)),
  })),
})

/** A return with the order and the product of its order item, instead of the item's id. */
const withItsProduct = (table: NewTable, items: NewTable): NewTable => {
  const itemAt = table.columns.findIndex(({ name }) => name === 'order_item_id')
  const [idAt = 0, orderAt = 0, productAt = 0] = ['id', 'order_id', 'product_id'].map((name) =>
    items.columns.findIndex((column) => column.name === name),
  )
  const byId = new Map(items.rows.map((row) => [row[idAt], row]))
  const [before, after] = [table.columns.slice(0, itemAt), table.columns.slice(itemAt + 1)]
  const key = (name: string) => ({ name, type: 'integer', nullable: false }) as const
  return {
    ...table,
    columns: [...before, key('order_id'), key('product_id'), ...after],
    foreignKeys: [
      ...table.foreignKeys.filter(({ columns }) => !columns.includes('order_item_id')),
      { columns: ['order_id'], refTable: 'orders', refColumns: ['id'] },
      { columns: ['product_id'], refTable: 'products', refColumns: ['id'] },
    ],
    indexes: [...table.indexes.filter((columns) => !columns.includes('order_item_id')), ['product_id']],
    rows: table.rows.map((row): readonly LoadValue[] => {
      const item = byId.get(row[itemAt] ?? null)
      return [...row.slice(0, itemAt), item?.[orderAt] ?? null, item?.[productAt] ?? null, ...row.slice(itemAt + 1)]
    }),
  }
}
