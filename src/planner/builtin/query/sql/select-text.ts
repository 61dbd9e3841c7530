import { withUniqueNames } from '../result-names.ts'
import type { Scope } from './scope.ts'

/** A column of a result: an expression and its name. */
export interface SelectColumn {
  readonly text: string
  readonly name: string
}

interface Select {
  readonly shown: readonly SelectColumn[]
  readonly distinct?: boolean
  readonly by?: readonly string[]
  readonly having?: readonly string[]
  /** Terms of ORDER BY. */
  readonly order?: readonly string[]
  /** Expressions, ascending, that break ties of `order`. */
  readonly ties?: readonly string[]
  readonly limit?: number | null
}

/** The complete query of a scope; nothing may be added to the scope afterwards. */
export const selectText = (scope: Scope, select: Select): string => {
  const { dialect } = scope.context
  const { shown, distinct = false, by = [], having = [], order = [], ties = [], limit = null } = select
  const columns = withUniqueNames(shown).map(({ text, name }) => `${text} AS ${dialect.identifier(name)}`)
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
