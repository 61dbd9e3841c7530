import type { TableAccess } from '../../../guard/table-access.ts'
import type { OwnTypes } from './own-types.ts'
import type { RawNode } from './raw-node.ts'
import { filteredSelect, Parameters } from './row-filter.ts'

interface Kept {
  /** What the filter of this table compares with, in the order of its parameters. */
  readonly uses: Parameters['uses']
  readonly filters: Map<string, RawNode>
}

/** Of one table: with other columns and numbers of parameters. */
const KEPT_MAX = 50

const keptOf = new WeakMap<TableAccess, Kept>()

/**
 * `filteredSelect`, made once for what a caller may see of a table, the columns that are read and the numbers of the
 * parameters: none of it depends on the rest of a draft. Whoever puts it into a tree must not change it.
 */
export const memoizedFilter = (
  access: TableAccess,
  columns: readonly string[],
  parameters: Parameters,
  how: { readonly fenced: boolean; readonly inherited: unknown },
): RawNode => {
  const { uses, filters } = keptOf.get(access) ?? noneKept(access, parameters.types)
  let key = `${how.fenced} ${how.inherited === true}`
  for (const { value, cast } of uses) key += ` ${parameters.numberOf(value, cast)}`
  for (const column of columns) key += `\0${column}`
  const known = filters.get(key)
  if (known !== undefined) return known
  const filter = filteredSelect({ ...access, columns }, parameters, how)
  if (filters.size < KEPT_MAX) filters.set(key, filter)
  return filter
}

const noneKept = (access: TableAccess, types: OwnTypes): Kept => {
  const parameters = new Parameters(types)
  filteredSelect(access, parameters, { fenced: false, inherited: true })
  const kept = { uses: parameters.uses, filters: new Map<string, RawNode>() }
  keptOf.set(access, kept)
  return kept
}
