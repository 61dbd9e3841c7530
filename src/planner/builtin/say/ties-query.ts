import { TIES_MAX, type TiesQuery } from '../../../ask/rules/ties.ts'
import { type QueryTree, queryText, sameRef } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'

/**
 * A query with more rows than the shown ones, to detect whether the last one ties with others.
 *
 * @returns null if all rows are shown, or if no shown column determines the order
 */
export const tiesQuery = (catalog: Catalog, shown: QueryTree): TiesQuery | null => {
  const { limit, order, measures, columns } = shown
  const [first] = order
  if (limit === null || first === undefined || first.by === 'group') return null
  const { by } = first
  const column = by === 'measure' ? -1 : columns.findIndex((ref) => sameRef(ref, by))
  if (by === 'measure' ? measures.length !== 1 : column < 0) return null
  const query = queryText(catalog, catalog.view.dialect, { ...shown, limit: limit + TIES_MAX })
  return query === null ? null : { query, limit, column }
}
