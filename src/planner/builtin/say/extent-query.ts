import { emptyTree, type Measure, type QueryTree, queryText } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'

/**
 * Asks from when to when there are rows like those that a tree looks for, at whatever time.
 *
 * @returns null where it looks for no time of its rows, or where that cannot be asked
 */
export const extentQuery = (catalog: Catalog, { anchor, where, via }: QueryTree): string | null => {
  const time = catalog.tables.get(anchor)?.time ?? null
  const isTime = (condition: QueryTree['where'][number]): boolean =>
    condition.type === 'range' && condition.column.table === anchor && condition.column.column === time
  const others = where.filter((condition) => !isTime(condition))
  if (time === null || others.length !== where.length - 1) return null
  const at = (aggregate: 'min' | 'max', name: string): Measure => ({
    ...{ aggregate, table: anchor, column: time, times: null, distinct: false, name },
  })
  const measures = [at('min', 'first_day'), at('max', 'last_day')]
  return queryText(catalog, catalog.view.dialect, { ...emptyTree(anchor), via, where: others, measures })
}
