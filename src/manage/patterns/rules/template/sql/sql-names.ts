import type { Name } from '../query-reading.ts'
import { isNameToken, type Token } from './sql-tokens.ts'
import { FUNCTIONS, KEYWORDS, TYPES, VALUE_WORDS } from './sql-words.ts'

/** The names of a query, including keywords and functions. */
export const namesOf = (tokens: readonly Token[], query: string, { tokenIndexes }: DefinedNames): readonly Name[] =>
  tokens.flatMap((token, at): Name[] => {
    if (!isNameToken(token)) return []
    const { text, start, end } = token
    const isCall = FUNCTIONS.has(token.sign) && tokens[at + 1]?.sign === '(' && !tokenIndexes.has(at)
    const mayBeText = query.charAt(start) === '"'
    return [{ text, start, end, isSyntax: isKeyword(token) || isCall, mayBeText }]
  })

/** The names that a query defines: aliases of tables and columns, CTEs and windows. */
interface DefinedNames {
  /** In lower case. */
  readonly names: ReadonlySet<string>
  /** Indexes of the tokens that define them. */
  readonly tokenIndexes: ReadonlySet<number>
}

export const definedNames = (tokens: readonly Token[], query: string): DefinedNames => {
  const names = new Set<string>()
  const tokenIndexes = new Set<number>()
  const closing = closingOf(tokens)
  for (const [at, token] of tokens.entries()) {
    if (!isNameToken(token) || isKeyword(token)) continue
    const after = tokens[at + 1]?.sign === '(' ? (closing.get(at + 1) ?? tokens.length) : at
    const isCte = tokens[after + 1]?.sign === 'AS' && isOpened(tokens, after + 2)
    if (!isCte && tokens[at - 1]?.sign !== 'AS' && !isAfterValue(tokens, at, query)) continue
    names.add(token.text.toLowerCase())
    tokenIndexes.add(at)
    // The columns of a CTE: `WITH best (name, total) AS (…)`.
    for (const column of tokens.slice(at + 1, Math.min(after, at + COLUMNS_MAX)))
      if (isNameToken(column)) names.add(column.text.toLowerCase())
  }
  return { names, tokenIndexes }
}

const COLUMNS_MAX = 200

const isKeyword = ({ kind, sign }: Token): boolean => kind === 'word' && KEYWORDS.has(sign)

/** `AS (`, `AS MATERIALIZED (`, `AS NOT MATERIALIZED (`. */
const isOpened = (tokens: readonly Token[], at: number): boolean => {
  const [first, second, third] = [0, 1, 2].map((step) => tokens[at + step]?.sign)
  if (first === '(') return true
  return first === 'MATERIALIZED' ? second === '(' : first === 'NOT' && second === 'MATERIALIZED' && third === '('
}

/**
 * Whether a name is an alias because it follows a value directly. MySQL reads `"…"` after a type, a character set or a text as a
 * text: `BINARY "x"`, `_utf8mb4 "x"`, `'x' "y"`.
 */
const isAfterValue = (tokens: readonly Token[], at: number, query: string): boolean => {
  const before = tokens[at - 1]
  if (before === undefined) return false
  const isQuoted = query.charAt(tokens[at]?.start ?? 0) === '"'
  if (before.sign === ')' || before.kind === 'number') return true
  if (before.kind === 'text') return !isQuoted
  if (!isNameToken(before)) return false
  if (!isKeyword(before)) return !(isQuoted && before.text.startsWith('_'))
  return VALUE_WORDS.has(before.sign) || isCastType(tokens, at - 1)
}

/** `x::numeric`, `x::double precision`. */
const isCastType = (tokens: readonly Token[], at: number): boolean => {
  const first = TYPES.has(tokens[at - 1]?.sign ?? '') ? at - 1 : at
  return TYPES.has(tokens[at]?.sign ?? '') && tokens[first - 1]?.sign === '::'
}

const closingOf = (tokens: readonly Token[]): ReadonlyMap<number, number> => {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (const [at, { sign }] of tokens.entries()) {
    if (sign === '(') open.push(at)
    if (sign !== ')') continue
    const opening = open.pop()
    if (opening !== undefined) closing.set(opening, at)
  }
  return closing
}
