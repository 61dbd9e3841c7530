import { columnsOfProduct } from './formula.ts'
import type { Glossary } from './glossary.ts'

/**
 * The paths that a glossary names, each with its collection before it (`orders.items.sku`): of `orders` and `items.sku`, and
 * of `orders.items` and `sku`.
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
