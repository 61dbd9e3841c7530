import type { Glossary } from './glossary.ts'

/**
 * The paths that a glossary names, each with its collection before it (`orders.items.sku`): of `orders` and `items.sku`, and
 * of `orders.items` and `sku`.
 */
export const glossedPaths = ({ tables, columns, phrases }: Glossary): ReadonlySet<string> => {
  const named = [
    ...tables.flatMap(({ table, label, time }) => [label, time].map((column) => ({ table, column }))),
    ...columns,
    ...phrases.flatMap(({ table, filter, measure }) =>
      [filter?.column, measure?.column, measure?.times].map((column) => ({ table, column })),
    ),
  ]
  return new Set(named.flatMap(({ table, column }) => (column === undefined ? [] : [`${table}.${column}`, column])))
}
