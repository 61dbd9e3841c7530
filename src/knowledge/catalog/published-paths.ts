import { splitTypes } from '../../guard/known-paths.ts'
import type { Column } from '../../guard/schema.ts'
import { TENANTS_MIN, TENANTS_MIN_IF_NEW } from './publishing-threshold.ts'

interface Counts {
  readonly types: Map<string, number>
  readonly arrays: Map<string, number>
  /** Number of tenants in which every document has it, and number of those in which some lack it. */
  always: number
  sometimes: number
}

/**
 * The published paths of a collection: a path with a type, an array, and whether a value may be missing, each if at
 * least three tenants have it so. Sorted by name, which reveals no counts.
 *
 * @param byTenant paths in the sampled documents of each tenant
 * @param before paths published by the previous indexing: a difference needs two tenants more, so that the owner of two
 * tenants learns nothing about others by changing both
 */
export const publishedPaths = (
  byTenant: readonly (readonly Column[])[],
  before?: readonly Column[],
): readonly Column[] => {
  const counted = new Map<string, Counts>()
  for (const column of byTenant.flat()) {
    const counts = counted.get(column.name) ?? { types: new Map(), arrays: new Map(), always: 0, sometimes: 0 }
    counted.set(column.name, counts)
    for (const type of splitTypes(column)) count(counts.types, type)
    for (const path of column.arrays ?? []) count(counts.arrays, path)
    if (column.nullable) counts.sometimes++
    else counts.always++
  }
  const known = new Map(before?.map((column) => [column.name, column]))
  return [...counted]
    .flatMap(([name, counts]): readonly Column[] => {
      const former = known.get(name)
      const minOf = (isKnown: boolean) => (before === undefined || isKnown ? TENANTS_MIN : TENANTS_MIN_IF_NEW)
      const ofTypes = former === undefined ? [] : splitTypes(former)
      const shared = sharedOf(counts.types, (type) => minOf(ofTypes.includes(type)))
      const published = shared.length > 1 ? shared.filter((type) => type !== 'null') : shared
      if (published.length === 0) return []
      const within = sharedOf(counts.arrays, (path) => minOf(former?.arrays?.includes(path) ?? false))
      return [
        {
          name,
          type: published.join(' | '),
          nullable: mayBeNull(counts, former),
          ...(within.length === 0 ? {} : { arrays: within }),
        },
      ]
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const mayBeNull = ({ always, sometimes }: Counts, former: Column | undefined): boolean => {
  if (former === undefined) return sometimes >= TENANTS_MIN || always < TENANTS_MIN
  return former.nullable ? always < TENANTS_MIN_IF_NEW : sometimes >= TENANTS_MIN_IF_NEW
}

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const sharedOf = (counts: ReadonlyMap<string, number>, minOf: (key: string) => number): readonly string[] =>
  [...counts].flatMap(([key, tenants]) => (tenants >= minOf(key) ? [key] : [])).toSorted()
