import type { Glossary } from './glossary.ts'

const QUERY_LENGTH_MAX = 20_000
const DEPTH_MAX = 5

export interface UnitsOf {
  /** As drafted: SQL, or a MongoDB command as JSON. */
  readonly query: string
  /** Columns of the result. */
  readonly columns: readonly string[]
  /** Tables that the query reads: another table may have a column of the same name, in another unit. */
  readonly tables: readonly string[]
  readonly glossary: Pick<Glossary, 'columns'>
}

/**
 * The unit of each column of a result, derived from its expression in the query. A sum or an average keeps the unit of
 * its column, through aliases and subqueries; a count has none; a quotient of equal units has `%` if the query
 * multiplies it by 100, else none. An expression that mixes units gets none.
 */
export const columnUnits = ({ query, columns, tables, glossary }: UnitsOf): ReadonlyMap<string, string> => {
  const read = new Set(tables.map((table) => table.toLowerCase()))
  const known = new Map<string, string | undefined>()
  for (const { table, column, unit } of glossary.columns) {
    if (!read.has(table.toLowerCase())) continue
    const name = lastPart(column).toLowerCase()
    known.set(name, known.has(name) && known.get(name) !== unit ? undefined : unit)
  }
  const text = query.slice(0, QUERY_LENGTH_MAX).replace(/'(?:[^']|'')*'/g, "''")
  const unitOf = (name: string, depth: number): string | undefined => {
    const made = depth > DEPTH_MAX ? undefined : expressionOf(text, name)
    return made === undefined
      ? known.get(name.toLowerCase())
      : unitOfExpression(made, (part) =>
          unitOf(part, depth + (part.toLowerCase() === name.toLowerCase() ? DEPTH_MAX : 1)),
        )
  }
  return new Map(
    columns.flatMap((name) => {
      const unit = unitOf(name, 0)
      return unit === undefined ? [] : [[name, unit] as const]
    }),
  )
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** The text before `AS name`, or after `"name":`. */
const expressionOf = (text: string, name: string): string | undefined => {
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const command = new RegExp(`"${plain}"\\s*:\\s*(\\{|"\\$[^"]+")`).exec(text)
  if (command !== null) return command[1] === '{' ? braced(text, command.index + command[0].length - 1) : command[1]
  const alias = new RegExp(`\\s(?:as\\s+)["\`[]?${plain}["\`\\]]?(?![\\w"])`, 'i').exec(text)
  return alias === null ? undefined : text.slice(startOf(text, alias.index), alias.index)
}

/** From an opening brace to its closing brace. */
const braced = (text: string, from: number): string => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from)
}

/** The start of the expression that ends here: after the preceding comma or SELECT. */
const startOf = (text: string, end: number): number => {
  let depth = 0
  for (let at = end - 1; at >= 0; at -= 1) {
    const mark = text[at]
    if (mark === ')') depth += 1
    if (mark === '(') depth -= 1
    if (depth < 0) return at + 1
    if (depth === 0 && (mark === ',' || /^select(?:\s+distinct)?\s/i.test(text.slice(at, at + 16))))
      return at + (mark === ',' ? 1 : 6)
  }
  return 0
}

const unitOfExpression = (made: string, unitOf: (name: string) => string | undefined): string | undefined => {
  // Conditions and window frames are no part of the amount.
  const amount = made
    .replace(/\bwhen\b[\s\S]*?\bthen\b/gi, ' ')
    .replace(/\bfilter\s*\([^()]*\)/gi, ' ')
    .replace(/\b(?:partition|order)\s+by\s[^()]*/gi, ' ')
  const [over, ...under] = amount.split(/\/|"\$divide"/)
  const isPercent = /(?<![\d.])100(?:\.0*)?(?![\d.])/.test(amount)
  if (under.length > 0) {
    const [top, bottom] = [unitsIn(over ?? '', unitOf), unitsIn(under.join(' '), unitOf)]
    if (amount.includes('"$divide"')) return undefined
    if (bottom.size === 0 && top.size === 1 && !isPercent) return [...top][0]
    return isPercent && [...top].join() === [...bottom].join() ? '%' : undefined
  }
  if (/\bcount\s*\(|"\$count"/i.test(amount)) return undefined
  const units = unitsIn(amount, unitOf)
  return units.size === 1 ? [...units][0] : undefined
}

const unitsIn = (text: string, unitOf: (name: string) => string | undefined): ReadonlySet<string> => {
  if (/^\s*(?:[\d.*\s]*)count\s*\([^()]*\)\s*$/i.test(text)) return new Set()
  const names = text.replace(/\bcount\s*\([^()]*\)/gi, ' ').match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
  return new Set([...new Set(names)].flatMap((name) => unitOf(name) ?? []))
}
