import { emptyTree, type Measure, type QueryTree, queryText } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { doneWords, scopeWords } from '../sentence/index.ts'

/** A query for the first and the last day of rows, and the rows in words that a stretch of time follows. */
interface Extent {
  readonly query: string
  readonly anytime: string
}

/**
 * Asks from when to when there are rows like those that a tree looks for, at whatever time.
 *
 * @returns null where it looks for no time of its rows, or where that cannot be asked
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
    : { query, anytime: `${table.plural}${scopeWords(catalog, anchor, others)} ${doneWords(table, time)}` }
}
