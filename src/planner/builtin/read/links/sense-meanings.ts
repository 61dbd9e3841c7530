import type { DatabaseView } from '../../../../ask/rules/knowledge.ts'
import { catalogOf, senseColumn } from '../../schema/index.ts'
import type { AdjectiveSense } from '../../words/index.ts'
import type { ColumnOption } from './word.ts'

/** What everyday words measure, regardless of the column's name. */
const SENSES: ReadonlyMap<string, readonly AdjectiveSense[]> = new Map([
  ['length', ['duration', 'length']],
  ['duration', ['duration']],
  ['size', ['size']],
  ['cost', ['price']],
  ['costs', ['price']],
  ['price', ['price']],
  ['height', ['length']],
])
const WEIGHT = 0.7
/** With more tables the words are too ambiguous. */
const TABLES_MAX = 60

/** Columns that hold what a word measures; empty if the database is too large for a guess. */
export const senseOptions = (view: DatabaseView, word: string): readonly ColumnOption[] => {
  const senses = SENSES.get(word)
  const tables = [...catalogOf(view).tables.keys()]
  if (senses === undefined || tables.length > TABLES_MAX) return []
  return tables.flatMap((table) => {
    const column = senses.flatMap((sense) => senseColumn(catalogOf(view), table, sense) ?? [])[0]
    return column === undefined ? [] : [{ column, weight: WEIGHT }]
  })
}
