import { type Refusal, UNKNOWN_NAME } from '../../../guard/guarded-query.ts'

/** The used parts of a server error; not its message, which may quote a cell and is localized. */
interface ServerError {
  readonly code?: string | undefined
  /** Position in the statement, in characters from 1. */
  readonly position?: string | undefined
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const HINTS: Readonly<Record<string, (name: string | undefined) => string>> = {
  '42703': (name) => `there is no column ${name ?? 'of one of its names'}`,
  '42P01': (name) => `there is no table ${name ?? 'of one of its names'}`,
  '42883': (name) =>
    `${name ?? 'a function or operator'} is not there for values of these types; write a cast where they differ`,
  '42702': (name) => `${name ?? 'a column'} may mean several columns; write the alias of its table before it`,
  '42725': (name) => `${name ?? 'a function'} may mean several functions; cast its arguments`,
  '42803': (name) => `${name ?? 'a column'} must be in GROUP BY or inside of an aggregate`,
  '42804': (name) => `the types of values that belong together differ${near(name)}; write a cast`,
  '42846': (name) => `a value cannot be cast to such a type${near(name)}`,
  '42P18': (name) => `the type of a value is unclear${near(name)}; write a cast`,
  '42P20': (name) => `a window function is not allowed at this position${near(name)}`,
  '42P10': (name) =>
    `ORDER BY uses an expression that is not in the column list${near(name)}; DISTINCT and UNION require it there`,
  '42712': (name) => `a table or alias occurs twice${near(name)}; give each an alias of its own`,
  '42P19': () => 'the recursive part of WITH RECURSIVE has an unsupported form',
  '42809': (name) => `a function is used as one of another kind${near(name)}`,
  '42601': (name) => `there is a mistake of syntax${near(name)}`,
  '42611': (name) => `there is a mistake of syntax${near(name)}`,
  '42P22': (name) => `the collation of a text is unclear${near(name)}`,
  '42P21': (name) => `the collations of two texts differ${near(name)}`,
}

/** A missing column or table. */
const UNKNOWN_NAME_ERRORS: ReadonlySet<string> = new Set(['42703', '42P01'])

const near = (name: string | undefined): string => (name === undefined ? '' : ` near ${name}`)

/**
 * The refusal for a statement that PostgreSQL rejected: for errors before a row was read (class 42), names of the
 * draft; for all others, nothing.
 *
 * @param statement as it ran
 * @param draft as the planner wrote it; what the guard added is not revealed
 */
export const explainError = ({ code = '', position }: ServerError, statement: string, draft: string): Refusal => {
  if (code.startsWith('53') || code.startsWith('54')) {
    const hint = 'The query needs too much memory or space; ask for less at once.'
    return { reason: 'too_large', hint, repairable: true }
  }
  // A missing privilege is not an error of the query.
  if (!code.startsWith('42') || code === '42501')
    return { reason: 'execution_failed', hint: 'The database could not run the query.', repairable: false }
  const name = ifInDraft(wordAt(statement, Number(position)), draft)
  const explanation = (HINTS[code] ?? ((word) => `its form is not allowed${near(word)}`))(name)
  const reason = UNKNOWN_NAME_ERRORS.has(code) ? UNKNOWN_NAME : 'invalid_query'
  return { reason, hint: `PostgreSQL rejected the query: ${explanation}.`, repairable: true }
}

/** The name or operator at a position. */
const wordAt = (statement: string, position: number): string | undefined => {
  if (!Number.isSafeInteger(position) || position < 1) return undefined
  const rest = [...statement].slice(position - 1, position - 1 + WORD_MAX).join('')
  return /^(?:(?:[\p{L}_][\p{L}\p{N}_$]*|"[^"]*")(?:\.(?:[\p{L}_][\p{L}\p{N}_$]*|"[^"]*"))*|[-+*/<>=~!@#%^&|?]+)/u.exec(
    rest,
  )?.[0]
}

const WORD_MAX = 200

/** A name, if the draft contains all its parts. */
const ifInDraft = (word: string | undefined, draft: string): string | undefined => {
  const parts = word?.match(/[^".]+/g) ?? []
  const lower = draft.toLowerCase()
  return parts.length > 0 && parts.every((part) => lower.includes(part.toLowerCase())) ? word : undefined
}
