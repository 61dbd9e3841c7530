import { columnsOfProduct } from './formula.ts'
import type { Glossary } from './glossary.ts'

/**
 * The paths named in a glossary, each prefixed with its collection (`orders.items.sku`): from `orders` and `items.sku`,
 * and from `orders.items` and `sku`.
 */
export const glossedPaths = ({ tables, columns, phrases }: Glossary): ReadonlySet<string> => {
  const named = [
    ...tables.flatMap(({ table, label, surname, time }) => [label, surname, time].map((column) => ({ table, column }))),
    ...columns,
    ...phrases.flatMap(({ table, filter, measure }) =>
      [filter?.column, ...columnsOfProduct(measure ?? {})].map((column) => ({ table, column })),
    ),
  ]
  const keys = columns.flatMap(({ references }) => references ?? [])
  return new Set(
    keys.concat(named.flatMap(({ table, column }) => (column === undefined ? [] : [`${table}.${column}`, column]))),
  )
}
