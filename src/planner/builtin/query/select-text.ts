import { type QueryContext, type Scope, tableOf } from './scope.ts'
import type { ColumnRef, QueryTree } from './tree.ts'

/** A column of a result: an expression and what it is called. */
export interface Shown {
  readonly text: string
  readonly name: string
}

export interface Select {
  readonly shown: readonly Shown[]
  readonly distinct?: boolean
  readonly by?: readonly string[]
  readonly having?: readonly string[]
  /** Places in ORDER BY. */
  readonly order?: readonly string[]
  /** What decides, ascending, among rows that are alike in all of `order`. */
  readonly ties?: readonly string[]
  readonly limit?: number | null
}

/** A whole query over a scope, to which nothing is to be added any more. */
export const selectText = (scope: Scope, select: Select): string => {
  const { dialect } = scope.context
  const { shown, distinct = false, by = [], having = [], order = [], ties = [], limit = null } = select
  const columns = withOwnNames(shown).map(({ text, name }) => `${text} AS ${dialect.identifier(name)}`)
  const places = new Set([...order, ...ties.map((text) => dialect.order(text, 'ascending'))])
  return [
    `SELECT ${distinct ? 'DISTINCT ' : ''}${columns.join(', ')}`,
    `${scope.from()}${scope.whereClause()}`,
    ...(by.length === 0 ? [] : [`GROUP BY ${[...new Set(by)].join(', ')}`]),
    ...(having.length === 0 ? [] : [`HAVING ${[...new Set(having)].join(' AND ')}`]),
    ...(places.size === 0 ? [] : [`ORDER BY ${[...places].join(', ')}`]),
    ...(limit === null ? [] : [dialect.limit(limit)]),
  ].join(' ')
}

const withOwnNames = (shown: readonly Shown[]): Shown[] => {
  const names = new Set<string>()
  return shown.map(({ text, name }) => {
    let free = name
    for (let n = 2; names.has(free.toLowerCase()); n++) free = `${name}_${n}`
    names.add(free.toLowerCase())
    return { text, name: free }
  })
}

/** What a column of the database is called in a result: with its table, when that is not the one asked about. */
export const columnName = (context: QueryContext, { anchor }: QueryTree, ref: ColumnRef): string => {
  if (ref.table === anchor) return ref.column
  const table = tableOf(context, ref.table)
  const owner = table.singular.replaceAll(' ', '_')
  return ref.column === table.label && !/^id$/i.test(ref.column) ? owner : `${owner}_${ref.column}`
}
