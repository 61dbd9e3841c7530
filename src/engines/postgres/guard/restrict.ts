import type { BoundValue } from '../../../guard/restriction.ts'
import type { TableAccess } from '../../../guard/table-access.ts'
import { KnownNames } from './known-names.ts'
import { mayFail } from './may-fail.ts'
import { memoizedFilter } from './memoized-filter.ts'
import { hasQuietConditions } from './quiet-conditions.ts'
import { nodeAt, type RawNode } from './raw-node.ts'
import { looksElsewhere, Parameters } from './row-filter.ts'
import type { Walk } from './walk.ts'

export interface Restricted {
  readonly parameters: readonly BoundValue[]
  /** The sub-selects that stand in the places of tables. */
  readonly filters: ReadonlySet<object>
}

/**
 * Puts `(SELECT columns FROM table WHERE filter) AS alias` in the place of every table that a query reads, in the tree
 * itself. The columns are those that the query reads: others would be read by nobody, and parsed, printed and verified
 * for nothing.
 *
 * @param query its outermost SELECT
 * @param walk what was found on the way through it
 */
export const restrictReads = (query: RawNode, { reads, tables: { types } }: Walk): Restricted => {
  const parameters = new Parameters(types)
  const filters = new Set<object>()
  const restricted = reads.some(({ source }) => source.access.rules.length > 0)
  const names = restricted ? new KnownNames(query, reads, types) : undefined
  const loud = names !== undefined && !hasQuietConditions(query, names)
  const joined = reads.some(({ source }) => looksElsewhere(source.access))
  const risky = names !== undefined && joined && (loud || mayFail(query, names))
  for (const { source, table, put } of reads) {
    const { access, read } = source
    const alias: RawNode = nodeAt(table, 'alias') ?? { aliasname: table.relname }
    const columns = read.size < access.columns.length ? readColumns(access, read) : access.columns
    const fenced = loud || (risky && looksElsewhere(access)) || computes(access, columns)
    const subquery = memoizedFilter(access, columns, parameters, { fenced, inherited: table.inh })
    filters.add(subquery)
    put({ RangeSubselect: { subquery, alias } })
  }
  return { parameters: parameters.values, filters }
}

/** Whether one of the columns is computed while it is read: that may fail, whatever the query does with it. */
const computes = ({ table }: TableAccess, columns: readonly string[]): boolean =>
  table.columns.some(({ name, virtual }) => virtual === true && columns.includes(name))

/** A query that only counts rows needs a column to count them by. */
const readColumns = ({ columns }: TableAccess, read: ReadonlySet<string>): readonly string[] =>
  read.size === 0 ? columns.slice(0, 1) : columns.filter((column) => read.has(column))
