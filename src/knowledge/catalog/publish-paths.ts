import type { FilteredCollection, KnownPaths } from '../../domain/guard/caller-schema.ts'
import type { GuardRules } from '../../domain/guard/guard-rules.ts'
import type { Restriction } from '../../domain/guard/restriction.ts'
import type { Column } from '../../domain/guard/schema.ts'
import { isBusy, isDatabaseTimeout } from '../../domain/problem.ts'
import { type PathsSource, readPaths } from '../documents/read-paths.ts'
import { publishedColumns } from './published-columns.ts'

interface Publishing extends Omit<PathsSource, 'rules'> {
  readonly rules: Omit<GuardRules, 'restriction'>
  /** On whose behalf documents are read. */
  readonly tenants: readonly Restriction[]
  /** Told before each statement, and asked whether there may be another collection. */
  readonly budget: { readonly isOver: () => boolean; readonly spend: () => void }
  readonly signal: AbortSignal
}

const STATEMENT_MS = 1_000

/** The paths of each collection that at least three of some tenants have in their documents, one collection after the other. */
export const publishPaths = async (
  { tenants, budget, rules, signal, ...source }: Publishing,
  collections: readonly FilteredCollection[],
): Promise<readonly KnownPaths[]> => {
  const published: KnownPaths[] = []
  for (const collection of collections) {
    if (budget.isOver()) break
    const byTenant: (readonly Column[])[] = []
    for (const restriction of tenants) {
      signal.throwIfAborted()
      budget.spend()
      const late = AbortSignal.timeout(STATEMENT_MS)
      const read = readPaths(
        { ...source, rules: { ...rules, restriction } },
        [collection],
        AbortSignal.any([signal, late]),
      )
      const paths = await read.catch(unlessLate(late))
      byTenant.push(...paths.map(({ columns }) => columns))
    }
    const columns = publishedColumns(byTenant)
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
