import type { FilteredCollection, KnownPaths } from '../../guard/caller-schema.ts'
import type { GuardRules } from '../../guard/guard-rules.ts'
import type { Restriction } from '../../guard/restriction.ts'
import type { Column } from '../../guard/schema.ts'
import { isBusy, isDatabaseTimeout } from '../../platform/problems/problem.ts'
import { type PathsSource, readPaths } from '../documents/read-paths.ts'
import { publishedPaths } from './published-paths.ts'

interface Publishing extends Omit<PathsSource, 'rules'> {
  readonly rules: Omit<GuardRules, 'restriction'>
  /** The tenants whose documents are read. */
  readonly tenants: readonly Restriction[]
  /** Paths published by the previous indexing, if any. */
  readonly former?: readonly KnownPaths[] | undefined
  /** Whether the time is over; called before each collection. */
  readonly isOver: () => boolean
  readonly signal: AbortSignal
}

const STATEMENT_MS = 1_000

/** The paths of each collection that at least three sampled tenants have, collection by collection. */
export const publishPaths = async (
  { tenants, former, isOver, rules, signal, ...source }: Publishing,
  collections: readonly FilteredCollection[],
): Promise<readonly KnownPaths[]> => {
  const published: KnownPaths[] = []
  for (const collection of collections) {
    if (isOver()) break
    const byTenant: (readonly Column[])[] = []
    for (const restriction of tenants) {
      signal.throwIfAborted()
      const late = AbortSignal.timeout(STATEMENT_MS)
      const read = readPaths(
        { ...source, rules: { ...rules, restriction } },
        [collection],
        AbortSignal.any([signal, late]),
      )
      const paths = await read.catch(unlessLate(late))
      byTenant.push(...paths.map(({ columns }) => columns))
    }
    const before = former?.find(({ table }) => table === collection.table)?.columns ?? (former && [])
    const columns = publishedPaths(byTenant, before)
    if (columns.length > 0) published.push({ table: collection.table, columns })
  }
  return published
}

const unlessLate =
  (late: AbortSignal) =>
  (error: unknown): readonly never[] => {
    if (late.aborted || isDatabaseTimeout(error) || isBusy(error)) return []
    throw error
  }
