import { columnKey, type DatabaseView, type VisibleTable } from '../../ask/rules/knowledge.ts'
import { makeupOf, shownText } from '../../ask/rules/prompts/schema-text.ts'
import { estimatedTokens, type ShownTable } from '../../ask/rules/question-context.ts'
import { tableName } from '../../guard/schema.ts'
import { type SchemaIndex, stemsOfName } from './schema-index.ts'

/** Which columns of a table a question needs most. */
export interface ColumnNeeds {
  readonly view: DatabaseView
  readonly index: SchemaIndex
  /** Of the question. */
  readonly stems: ReadonlySet<string>
  /** Columns that hold values it names, by `columnKey`. */
  readonly named: ReadonlySet<string>
}

/** A table with those of its columns that fit into so many tokens: keys first, then what the question names. */
export const shownColumns = (table: VisibleTable, tokensMax: number, needs: ColumnNeeds): ShownTable => {
  const makeup = makeupOf(needs.view)
  const weight = columnWeight(table, needs)
  const ranked = table.columns
    .map((column, at) => ({ column, at, weight: weight(column.name) }))
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
  const kept = new Set<string>()
  const bare = estimatedTokens(shownText({ ...table, columns: [] }, makeup))
  let left = tokensMax - bare
  for (const { column } of ranked) {
    left -= estimatedTokens(shownText({ ...table, columns: [column] }, makeup)) - bare + BETWEEN
    if (left < 0) break
    kept.add(column.name)
  }
  const columns = table.columns.filter(({ name }) => kept.has(name))
  return { ...table, columns, columnsLeftOut: table.columns.length - columns.length }
}

/** Tokens that stand between two columns. */
const BETWEEN = 1
const KEY = 100
const NAMED = 50
const SPOKEN_OF = 10

/** How much a question needs each column of a table. */
export const columnWeight = (table: VisibleTable, { view, index, stems, named }: ColumnNeeds) => {
  const name = tableName(table)
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap((key) => key.columns)])
  const glossed = view.glossary.tables.filter((gloss) => gloss.table === name)
  const spokenOf = new Set(glossed.flatMap(({ label, time }) => [label, time]))
  return (column: string): number => {
    let weight = keys.has(column) ? KEY : 0
    if (named.has(columnKey({ table: name, column }))) weight += NAMED
    if (spokenOf.has(column)) weight += SPOKEN_OF
    for (const stem of stemsOfName(column)) if (stems.has(stem)) weight += index.rarity(stem)
    return weight
  }
}
