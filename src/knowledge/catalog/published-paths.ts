import { typesOf } from '../../domain/guard/known-paths.ts'
import type { Column } from '../../domain/guard/schema.ts'
import { TENANTS_MIN, TENANTS_OF_ONE_OWNER } from './kind-of-column.ts'

interface Counted {
  readonly types: Map<string, number>
  readonly arrays: Map<string, number>
  /** Tenants of which every document has it, and those of which some have not. */
  always: number
  sometimes: number
}

/**
 * What may be told to everybody of the paths that tenants have: a path of a type, an array, and whether a value may be
 * missing, each where at least three of them have it so. In an order that says nothing of how many there are.
 *
 * @param byTenant what the documents of each tenant show of one collection
 * @param before what was published of it when it was read before: a path that was not needs two tenants more, so that the
 *   owner of two learns nothing about others by adding it to both
 */
export const publishedPaths = (
  byTenant: readonly (readonly Column[])[],
  before?: readonly Column[],
): readonly Column[] => {
  const counted = new Map<string, Counted>()
  const known = new Set(before?.map(({ name }) => name))
  const minOf = (name: string) =>
    before === undefined || known.has(name) ? TENANTS_MIN : TENANTS_MIN + TENANTS_OF_ONE_OWNER
  for (const column of byTenant.flat()) {
    const counts = counted.get(column.name) ?? { types: new Map(), arrays: new Map(), always: 0, sometimes: 0 }
    counted.set(column.name, counts)
    for (const type of typesOf(column)) count(counts.types, type)
    for (const path of column.arrays ?? []) count(counts.arrays, path)
    if (column.nullable) counts.sometimes++
    else counts.always++
  }
  return [...counted]
    .flatMap(([name, { types, arrays, always, sometimes }]): readonly Column[] => {
      const shared = sharedOf(types, minOf(name))
      const told = shared.length > 1 ? shared.filter((type) => type !== 'null') : shared
      if (told.length === 0) return []
      const within = sharedOf(arrays, minOf(name))
      const nullable = sometimes >= TENANTS_MIN || always < TENANTS_MIN
      return [{ name, type: told.join(' | '), nullable, ...(within.length === 0 ? {} : { arrays: within }) }]
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const sharedOf = (counts: ReadonlyMap<string, number>, tenantsMin: number): readonly string[] =>
  [...counts].flatMap(([key, tenants]) => (tenants >= tenantsMin ? [key] : [])).toSorted()
