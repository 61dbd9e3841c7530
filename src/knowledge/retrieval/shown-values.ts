import { type ColumnValues, columnKey, type Knowledge } from '../../ask/rules/knowledge.ts'
import { valuesLine } from '../../ask/rules/prompts/values-text.ts'
import { estimatedTokens, type ShownTable } from '../../ask/rules/question-context.ts'
import { tableName } from '../../guard/schema.ts'
import type { ValueHit } from '../words/index.ts'

/**
 * Values within a token limit: those named in the question, with the categories of their columns, then categories of
 * other columns by rank of their table. Of a column of names only the values in the question are shown; the same holds
 * for zip codes and days of months, which no question refers to as a list.
 *
 * @param tables that the question may be about
 */
export const shownValues = (
  { values: kinds }: Knowledge,
  named: readonly ValueHit[],
  tables: readonly ShownTable[],
  tokensMax: number,
): readonly ColumnValues[] => {
  const shown: ColumnValues[] = []
  let left = tokensMax
  const show = (values: ColumnValues): void => {
    const size = estimatedTokens(valuesLine(values)) + 1
    if (size > left) return
    left -= size
    shown.push(values)
  }
  const known = new Map(kinds.map((one) => [columnKey(one), one]))
  const hits = Map.groupBy(named, columnKey)
  for (const [key, [first, ...others]] of hits) {
    if (first === undefined) continue
    const { table, column } = first
    const { values = [], complete = false } = known.get(key) ?? {}
    const said = [first, ...others].map(({ value }) => value)
    show({ table, column, values: [...new Set([...values, ...said])], complete })
  }
  for (const table of tables) {
    const name = tableName(table)
    for (const column of table.columns) {
      const key = columnKey({ table: name, column: column.name })
      const values = known.get(key)
      if (values !== undefined && !hits.has(key) && isTelling(values)) show(values)
    }
  }
  return shown
}

const ZIP = /zip|post(?:al)?_?code|plz/i
const CODES_OF_DAYS = 13

/** Whether a list of these values is informative, that is more than plain numbers. */
const isTelling = ({ column, values }: ColumnValues): boolean => {
  if (!values.every((value) => /^\d+$/.test(value))) return true
  const isDays = values.length >= CODES_OF_DAYS && values.every((value) => value.length <= 2 && Number(value) <= 31)
  return !isDays && !ZIP.test(column) && values.some((value) => value.length < 5)
}
