/** Whether the order of its rows is part of what a gold query in SQL says: nothing but its own tail follows ORDER BY. */
export const isOrdered = (query: string): boolean => /\border\s+by\b[^()]*(?:\([^()]*\)[^()]*)*$/i.test(query)

/** A gold query that tells what its rows are ranked by: in its last `keys` columns. */
export interface RankedQuery {
  readonly query: string
  readonly keys: number
}

/** Longer ones are not looked into: their form is not simple. */
const SIMPLE_MAX = 5_000

/**
 * A gold query in SQL without its limit, and with what it orders by as its last columns; undefined where its form is not
 * simple enough. What is made may still name an alias that only the end of a query knows: then the database refuses it.
 */
export const rankedQuery = (query: string): RankedQuery | undefined => {
  if (query.length > SIMPLE_MAX || /\b(?:union|intersect|except|over)\b/i.test(query)) return undefined
  const outer = splitAt(query, /\sfrom\s/i)
  const inner = outer && splitAt(outer.after, /\sorder\s+by\s/i)
  const select = outer && /^\s*select\s+(?!distinct\b)/i.exec(outer.before)
  if (!outer || !inner || !select) return undefined
  const columns = outer.before.slice(select[0].length).trim()
  const order = inner.after
    .replace(/;\s*$/, '')
    .trim()
    .replace(/\slimit\s+\d+$/i, '')
    .trim()
  if (columns === '' || inner.before.trim() === '' || order === '') return undefined
  const keys = order.split(/,(?![^()]*\))/).map((key) =>
    key
      .trim()
      .replace(/\s(?:asc|desc)$/i, '')
      .trim(),
  )
  return {
    query: `SELECT ${columns}, ${keys.join(', ')} FROM ${inner.before.trim()} ORDER BY ${order}`,
    keys: keys.length,
  }
}

/** A text before and after what is first found in it; undefined where it is not there. */
const splitAt = (text: string, found: RegExp): { readonly before: string; readonly after: string } | undefined => {
  const match = found.exec(text)
  if (match === null) return undefined
  return { before: text.slice(0, match.index), after: text.slice(match.index + match[0].length) }
}

/** The same of a command of MongoDB: its rows are sorted, and not grouped after that. */
export const isOrderedCommand = (command: string): boolean =>
  /"sort"\s*:/.test(command) || command.lastIndexOf('$sort"') > command.lastIndexOf('$group"')
