import { Problem } from '../platform/problems/problem.ts'
import type { Sliced } from '../platform/values/sliced.ts'

/**
 * Limits for one database. Work per table and column is linear; at these sizes a first question still takes seconds
 * (`bench/tables.ts`).
 */
export const TABLES_MAX = 10_000
export const COLUMNS_MAX = 120_000

/** Name patterns of the tables to use; undefined: all tables. */
export type IncludePatterns = readonly string[] | undefined

export const PATTERNS_MAX = 100
export const PATTERN_LENGTH_MAX = 200

/**
 * The tables that match a pattern. `*` stands for any characters, `?` for one, and case is ignored; a pattern without a
 * dot matches tables of any schema.
 *
 * @param nameOf the name as in policies
 */
export function* includedTables<Table>(
  tables: readonly Table[],
  nameOf: (table: Table) => string,
  include: IncludePatterns,
): Sliced<readonly Table[]> {
  if (include === undefined) return tables
  const isChosen = tableMatcher(include)
  const chosen: Table[] = []
  for (const [index, table] of tables.entries()) {
    if (isChosen(nameOf(table))) chosen.push(table)
    if (index % NAMES_PER_SLICE === NAMES_PER_SLICE - 1) yield
  }
  return chosen
}

/** Number of names that are matched before other work may run. */
const NAMES_PER_SLICE = 100

/** Returns a predicate for table names as in policies. */
export const tableMatcher = (include: IncludePatterns): ((table: string) => boolean) => {
  const patterns = include?.map((pattern) => pattern.toLowerCase())
  return (table) => {
    const whole = table.toLowerCase()
    const bare = whole.slice(whole.indexOf('.') + 1)
    return patterns?.some((one) => matches(one, whole) || (!one.includes('.') && matches(one, bare))) ?? true
  }
}

/** @throws Problem `database_too_large` above the maximum */
export const assertTableCount = (count: number, max = TABLES_MAX): void => assertAtMost(count, max, 'tables')

/** @throws Problem `database_too_large` above `COLUMNS_MAX` */
export const assertColumnCount = (count: number): void => assertAtMost(count, COLUMNS_MAX, 'columns')

const assertAtMost = (count: number, max: number, what: string): void => {
  if (count <= max) return
  const [found, most] = [count, max].map((number) => number.toLocaleString('en'))
  throw new Problem('database_too_large', {
    message: `The database has too many ${what} (${found}; at most ${most}): choose tables with --include, or \`include\` of the API, such as \`sales_*\` or \`public.*\`.`,
  })
}

/** Backtracks to the last `*` only, so that the cost is at most pattern length × text length. */
const matches = (pattern: string, text: string): boolean => {
  let [at, inText, star, from] = [0, 0, -1, 0]
  while (inText < text.length) {
    const wanted = pattern[at]
    if (wanted === '*') [star, from, at] = [at, inText, at + 1]
    else if (wanted === '?' || wanted === text[inText]) [at, inText] = [at + 1, inText + 1]
    else if (star < 0) return false
    else [at, from, inText] = [star + 1, from + 1, from + 1]
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
