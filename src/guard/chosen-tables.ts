import { Problem } from '../platform/problems/problem.ts'
import type { Sliced } from '../platform/values/sliced.ts'

/**
 * So many tables and columns of one database are borne: what is made of them is linear, and at these sizes a first
 * question still takes seconds (`bench/tables.ts`).
 */
export const TABLES_MAX = 10_000
export const COLUMNS_MAX = 120_000

/** Which tables of a database are used, by patterns of their names; absent for all of them. */
export type Include = readonly string[] | undefined

export const PATTERNS_MAX = 100
export const PATTERN_LENGTH_MAX = 200

/**
 * The tables that somebody chose, where anybody did. `*` in a pattern stands for any characters, `?` for one, and case
 * does not matter; a pattern without a dot is that of a table in any schema.
 *
 * @param nameOf as policies name it
 */
export function* chosenTables<Table>(
  tables: readonly Table[],
  nameOf: (table: Table) => string,
  include: Include,
): Sliced<readonly Table[]> {
  if (include === undefined) return tables
  const isChosen = chooser(include)
  const chosen: Table[] = []
  for (const [index, table] of tables.entries()) {
    if (isChosen(nameOf(table))) chosen.push(table)
    if (index % SLICE === SLICE - 1) yield
  }
  return chosen
}

/** Names that are held against patterns before others have their turn. */
const SLICE = 100

/** Whether a table, as policies name it, is among those that were chosen. */
export const chooser = (include: Include): ((table: string) => boolean) => {
  const patterns = include?.map((pattern) => pattern.toLowerCase())
  return (table) => {
    const whole = table.toLowerCase()
    const bare = whole.slice(whole.indexOf('.') + 1)
    return patterns?.some((one) => matches(one, whole) || (!one.includes('.') && matches(one, bare))) ?? true
  }
}

/** @throws Problem `database_too_large` when there are more tables than are borne */
export const bearTables = (count: number, max = TABLES_MAX): void => bear(count, max, 'tables')

/** @throws Problem `database_too_large` when they have more columns than are borne */
export const bearColumns = (count: number): void => bear(count, COLUMNS_MAX, 'columns')

const bear = (count: number, max: number, what: string): void => {
  if (count <= max) return
  const [found, most] = [count, max].map((number) => number.toLocaleString('en'))
  throw new Problem('database_too_large', {
    message: `The database has too many ${what} (${found}; at most ${most}): choose tables with --include, or \`include\` of the API, such as \`sales_*\` or \`public.*\`.`,
  })
}

/** Each `*` goes back to the last one only, so that no pattern costs more than its length for each character. */
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
