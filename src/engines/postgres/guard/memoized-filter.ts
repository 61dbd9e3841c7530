import type { TableAccess } from '../../../guard/table-access.ts'
import type { DatabaseTypes } from './database-types.ts'
import type { RawNode } from './raw-node.ts'
import { filteredSelect, Parameters } from './row-filter.ts'

interface CachedFilters {
  /** The values that the table's filter compares, in the order of its parameters. */
  readonly uses: Parameters['uses']
  readonly filters: Map<string, RawNode>
}

/** Maximum per table. */
const FILTERS_MAX = 50

const cachedFilters = new WeakMap<TableAccess, CachedFilters>()

/**
 * `filteredSelect`, cached per access, columns and parameter numbers, on which alone it depends. The result is shared
 * between trees and must not be modified.
 */
export const memoizedFilter = (
  access: TableAccess,
  columns: readonly string[],
  parameters: Parameters,
  options: { readonly fenced: boolean; readonly inherited: unknown },
): RawNode => {
  const { uses, filters } = cachedFilters.get(access) ?? newCache(access, parameters.types)
  let key = `${options.fenced} ${options.inherited === true}`
  for (const { value, cast } of uses) key += ` ${parameters.numberOf(value, cast)}`
  for (const column of columns) key += `\0${column}`
  const known = filters.get(key)
  if (known !== undefined) return known
  const filter = filteredSelect({ ...access, columns }, parameters, options)
  if (filters.size < FILTERS_MAX) filters.set(key, filter)
  return filter
}

const newCache = (access: TableAccess, types: DatabaseTypes): CachedFilters => {
  const parameters = new Parameters(types)
  filteredSelect(access, parameters, { fenced: false, inherited: true })
  const kept = { uses: parameters.uses, filters: new Map<string, RawNode>() }
  cachedFilters.set(access, kept)
  return kept
}
