import { bareName, namesIn, outermost, partsOf, type SelectItem, selectItem, wordsIn } from './select-list.ts'

/**
 * Whether row order is part of the result of a gold query in SQL: ORDER BY is its last clause, up to LIMIT and the
 * like.
 */
export const isOrdered = (query: string): boolean => /\border\s+by\b[^()]*(?:\([^()]*\)[^()]*)*$/i.test(query)

/** A gold query without its limit, and the columns that its rows are ordered by. */
interface RankedQuery {
  readonly query: string
  /** Negative indexes count from the last column, as for `Array.at`. */
  readonly keys: readonly number[]
}

/** Maximum length of an analysed query. */
const SIMPLE_MAX = 5_000

/**
 * Removes the limit of a gold query in SQL, and appends ordering keys that it does not select: `ORDER BY 2` and `ORDER
 * BY total` use selected columns, `ORDER BY sum(x)` may not. Undefined if the query is too complex, if the order does
 * not depend on data (`1 + 0`), or if a name could be a table column as well as an alias.
 */
export const rankedQuery = (query: string): RankedQuery | undefined => {
  if (query.length > SIMPLE_MAX || /\b(?:union|intersect|except|over)\b/i.test(query)) return undefined
  const clauses = clausesOf(query)
  if (clauses === undefined) return undefined
  const { columns, from, order } = clauses
  const items = partsOf(columns).map(selectItem)
  const added: string[] = []
  const placed: (number | string)[] = []
  for (const key of partsOf(order).map(withoutDirection)) {
    const selected = columnOrderedBy(key, items)
    if (selected === undefined) return undefined
    if (selected === 'none') added.push(key)
    placed.push(selected === 'none' ? key : selected)
  }
  return {
    query: `SELECT ${[columns, ...added].join(', ')} FROM ${from} ORDER BY ${order}`,
    keys: placed.map((at) => (typeof at === 'number' ? at : added.indexOf(at) - added.length)),
  }
}

/** The trimmed clauses of a query with only SELECT, FROM, ORDER BY and optionally LIMIT. */
const clausesOf = (
  query: string,
): { readonly columns: string; readonly from: string; readonly order: string } | undefined => {
  const text = query.replace(/;\s*$/, '').trimEnd()
  const seen = outermost(text)
  const select = seen && /^\s*select\s+(?!distinct\b)/i.exec(seen)
  const from = seen && /\sfrom\s/i.exec(seen)
  const order = seen && /\sorder\s+by\s/i.exec(seen)
  if (!seen || !select || !from || !order || order.index < from.index) return undefined
  const limit = /\slimit\s+\d+$/i.exec(seen)
  const end = limit?.index ?? text.length
  if (/\s(?:limit|offset|fetch|for)\s/i.test(seen.slice(order.index, end))) return undefined
  const clauses = {
    columns: text.slice(select[0].length, from.index).trim(),
    from: text.slice(from.index + from[0].length, order.index).trim(),
    order: text.slice(order.index + order[0].length, end).trim(),
  }
  return Object.values(clauses).includes('') ? undefined : clauses
}

const withoutDirection = (key: string): string => {
  const bare = key
    .replace(/\snulls\s+(?:first|last)$/i, '')
    .replace(/\s(?:asc|desc)$/i, '')
    .trim()
  return withoutParentheses(bare)
}

/** Removes outer parentheses: `((2))` is 2. */
const withoutParentheses = (text: string): string => {
  const inner = /^\((.*)\)$/s.exec(text)?.[1]
  return inner === undefined || outermost(inner) === undefined ? text : withoutParentheses(inner.trim())
}

const COUNTS_ROWS = /\bcount\s*\(\s*\*\s*\)/i

/**
 * The index of the selected column that is an ordering key; `none` for another expression over data; undefined if
 * ambiguous.
 */
const columnOrderedBy = (key: string, items: readonly SelectItem[]): number | 'none' | undefined => {
  if (/^\d+$/.test(key)) return Number(key) - 1
  const named = new Set(namesIn(key))
  if (named.size === 0 && !COUNTS_ROWS.test(key)) return undefined
  const name = bareName(key)
  const found = name === undefined ? [] : items.flatMap((item, index) => (item.name === name ? [index] : []))
  const [index, another] = found
  if (index !== undefined)
    return another === undefined && items.slice(0, index).every(({ kind }) => kind !== 'star') ? index : undefined
  const isAmbiguous = ({ kind, name: selected, text }: SelectItem): boolean =>
    kind === 'aliased'
      ? selected !== undefined && named.has(selected)
      : kind === 'unnamed' && name !== undefined && wordsIn(text).includes(name)
  return items.some(isAmbiguous) ? undefined : 'none'
}

/** Whether row order is part of the result of a MongoDB command: it sorts, and does not group afterwards. */
export const isOrderedCommand = (command: string): boolean =>
  /"sort"\s*:/.test(command) || command.lastIndexOf('$sort"') > command.lastIndexOf('$group"')
