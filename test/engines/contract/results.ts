import type { QueryResult } from '../../../src/ask/rules/outcome.ts'
import type { GuardedQuery, GuardResult } from '../../../src/guard/guarded-query.ts'
import type { Json } from '../../../src/platform/values/json.ts'

/** The cells of a result, row by row, in the order of its columns. */
export const cells = ({ columns, rows }: QueryResult): readonly (readonly Json[])[] =>
  rows.map((row) => columns.map(({ name }) => row[name] ?? null))

/** Rows in any order. */
export const unordered = (rows: readonly (readonly unknown[])[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted()

export const accepted = (result: GuardResult): GuardedQuery => {
  if (!result.ok) throw new Error(`refused: ${result.refusal.reason}: ${result.refusal.hint}`)
  return result.query
}
