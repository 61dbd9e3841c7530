import { typesOf } from '../../domain/guard/known-paths.ts'
import type { Column } from '../../domain/guard/schema.ts'
import { TENANTS_MIN } from './kind-of-column.ts'

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
 */
export const publishedColumns = (byTenant: readonly (readonly Column[])[]): readonly Column[] => {
  const counted = new Map<string, Counted>()
  for (const column of byTenant.flat()) {
    const known = counted.get(column.name) ?? { types: new Map(), arrays: new Map(), always: 0, sometimes: 0 }
    counted.set(column.name, known)
    for (const type of typesOf(column)) count(known.types, type)
    for (const path of column.arrays ?? []) count(known.arrays, path)
    if (column.nullable) known.sometimes++
    else known.always++
  }
  return [...counted]
    .flatMap(([name, { types, arrays, always, sometimes }]): readonly Column[] => {
      const shared = sharedOf(types)
      const told = shared.length > 1 ? shared.filter((type) => type !== 'null') : shared
      if (told.length === 0) return []
      const within = sharedOf(arrays)
      const nullable = sometimes >= TENANTS_MIN || always < TENANTS_MIN
      return [{ name, type: told.join(' | '), nullable, ...(within.length === 0 ? {} : { arrays: within }) }]
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const sharedOf = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].flatMap(([key, tenants]) => (tenants >= TENANTS_MIN ? [key] : [])).toSorted()
