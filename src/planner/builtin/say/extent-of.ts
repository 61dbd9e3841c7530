import { emptyTree, type Measure, type QueryTree, queryText } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { eventParticiple, scopeWords } from '../sentence/index.ts'

/** A query for the first and last day of rows, and a phrase for the rows that precedes a period. */
interface Extent {
  readonly query: string
  readonly anytime: string
}

/**
 * Queries the date range of the rows that a tree looks for, without its time condition.
 *
 * @returns null if it has no time condition on its rows, or if that cannot be printed
 */
export const extentOf = (catalog: Catalog, { anchor, where, via }: QueryTree): Extent | null => {
  const table = catalog.tables.get(anchor)
  const time = table?.time ?? null
  const isTime = (condition: QueryTree['where'][number]): boolean =>
    condition.type === 'range' && condition.column.table === anchor && condition.column.column === time
  const others = where.filter((condition) => !isTime(condition))
  if (table === undefined || time === null || others.length !== where.length - 1) return null
  const at = (aggregate: 'min' | 'max', name: string): Measure => ({
    aggregate,
    table: anchor,
    column: time,
    times: null,
    distinct: false,
    name,
  })
  const measures = [at('min', 'first_day'), at('max', 'last_day')]
  const query = queryText(catalog, catalog.view.dialect, { ...emptyTree(anchor), via, where: others, measures })
  return query === null
    ? null
    : { query, anytime: `${table.plural}${scopeWords(catalog, anchor, others)} ${eventParticiple(table, time)}` }
}
