import { TABLES } from '../fixture.ts'
import type { ShapeTable } from './sql-shapes.ts'

/** Fixture tables with unquoted names and an `id`; they cover every mode of a policy. */
export const SHAPE_TABLES = [
  ...(['customers', 'orders', 'order_items', 'item_notes', 'price_list', 'products', 'staff'] as const),
  ...(['events', 'accounts', 'note_marks', 'tenants'] as const),
] as const

/** The visible columns of those tables, with the types of the fixture. */
export const shapeTables = (): readonly [ShapeTable, ...ShapeTable[]] => {
  const [first, ...more] = SHAPE_TABLES.map(shapeTable)
  if (first === undefined) throw new Error('no tables')
  return [first, ...more]
}

const shapeTable = (name: string): ShapeTable => {
  const columns = TABLES.find((table) => table.name === name)?.columns ?? []
  const visible = columns.filter((column) => column.hidden !== true && column.name !== 'order')
  return { name, columns: visible.map((column) => ({ text: column.name, kind: column.type })) }
}
