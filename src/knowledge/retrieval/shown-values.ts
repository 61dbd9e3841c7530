import { type ColumnValues, type Knowledge, valuesOf } from '../../domain/ask/knowledge.ts'
import { valuesLine } from '../../domain/ask/prompts/values-text.ts'
import { estimatedTokens, type ShownTable } from '../../domain/ask/question-context.ts'
import { tableName } from '../../domain/guard/schema.ts'
import { nameWords, type ValueHit } from '../../words/index.ts'

/** A column of more values than this holds names. */
const CATEGORIES_MAX = 30
const CATEGORY_LENGTH_MAX = 40
/** What people and things are called, how they are reached, and what they wrote: never listed, only recognised. */
const NAMES =
  /^(names?|titles?|labels?|person|people|contact|e?mail|phone|telephone|mobile|fax|address|street|company|user|username|login|owner|author|subject|comments?|notes?|remarks?|descriptions?|text|body|message|url|website|sku|token|hash|uuid)$/i

/**
 * Values in at most so many tokens: those that the question names, then the categories of tables, the likeliest table
 * first. Of a column of names a model sees no more than the question does.
 */
export const shownValues = (
  knowledge: Knowledge,
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
  const listed = new Set<string>()
  for (const table of tables) {
    const name = tableName(table)
    for (const column of table.columns) {
      const values = valuesOf(knowledge, name, column.name)
      if (values === undefined || !isCategory(values)) continue
      listed.add(`${name}\n${column.name}`)
    }
  }
  for (const values of byColumn(named)) if (!listed.has(`${values.table}\n${values.column}`)) show(values)
  for (const key of listed) {
    const [table = '', column = ''] = key.split('\n')
    const values = valuesOf(knowledge, table, column)
    if (values !== undefined) show(values)
  }
  return shown
}

/** Whether the values of a column are few and of kinds, not of individuals. */
const isCategory = ({ column, values, complete }: ColumnValues): boolean =>
  complete &&
  values.length > 0 &&
  values.length <= CATEGORIES_MAX &&
  !nameWords(column).some((word) => NAMES.test(word)) &&
  values.every(({ length }) => length <= CATEGORY_LENGTH_MAX)

const byColumn = (named: readonly ValueHit[]): readonly ColumnValues[] => {
  const columns = new Map<string, { table: string; column: string; values: string[]; complete: false }>()
  for (const { table, column, value } of named) {
    const key = `${table}\n${column}`
    const known = columns.get(key) ?? { table, column, values: [], complete: false }
    known.values.push(value)
    columns.set(key, known)
  }
  return [...columns.values()]
}
