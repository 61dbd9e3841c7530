import type { BoundValue } from '../../../guard/restriction.ts'
import type { TableAccess } from '../../../guard/table-access.ts'
import { KnownNames } from './known-names.ts'
import { hasLeakproofConditions } from './leakproof-conditions.ts'
import { mayFail } from './may-fail.ts'
import { memoizedFilter } from './memoized-filter.ts'
import { nodeAt, type RawNode } from './raw-node.ts'
import { Parameters, readsOtherTables } from './row-filter.ts'
import type { Walk } from './walk.ts'

interface RestrictedQuery {
  readonly parameters: readonly BoundValue[]
  /** The sub-selects that replace tables. */
  readonly filters: ReadonlySet<object>
}

/**
 * Replaces every table that a query reads by `(SELECT columns FROM table WHERE filter) AS alias`, in place. Only
 * columns that the query reads are listed, to save parsing, printing and verifying others.
 *
 * @param query its outermost SELECT
 * @param walk the result of walking it
 */
export const restrictReads = (query: RawNode, { reads, tables: { types } }: Walk): RestrictedQuery => {
  const parameters = new Parameters(types)
  const filters = new Set<object>()
  const restricted = reads.some(({ source }) => source.access.rules.length > 0)
  const names = restricted ? new KnownNames(query, reads, types) : undefined
  const mustFenceAll = names !== undefined && !hasLeakproofConditions(query, names)
  const hasChildren = reads.some(({ source }) => readsOtherTables(source.access))
  const mustFenceChildren = names !== undefined && hasChildren && (mustFenceAll || mayFail(query, names))
  for (const { source, table, replace } of reads) {
    const { access, read } = source
    const alias: RawNode = nodeAt(table, 'alias') ?? { aliasname: table.relname }
    const columns = read.size < access.columns.length ? readColumns(access, read) : access.columns
    const fenced = mustFenceAll || (mustFenceChildren && readsOtherTables(access)) || computes(access, columns)
    const subquery = memoizedFilter(access, columns, parameters, { fenced, inherited: table.inh })
    filters.add(subquery)
    replace({ RangeSubselect: { subquery, alias } })
  }
  return { parameters: parameters.values, filters }
}

/** Whether a column is computed on reading, which may fail regardless of how the query uses it. */
const computes = ({ table }: TableAccess, columns: readonly string[]): boolean =>
  table.columns.some(({ name, virtual }) => virtual === true && columns.includes(name))

/** Keeps one column for a query that only counts rows. */
const readColumns = ({ columns }: TableAccess, read: ReadonlySet<string>): readonly string[] =>
  read.size === 0 ? columns.slice(0, 1) : columns.filter((column) => read.has(column))
