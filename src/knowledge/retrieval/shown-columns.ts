import { columnKey, type DatabaseView, type VisibleTable } from '../../ask/rules/knowledge.ts'
import { makeupOf, shownText } from '../../ask/rules/prompts/schema-text.ts'
import { estimatedTokens, type ShownTable } from '../../ask/rules/question-context.ts'
import { tableName } from '../../guard/schema.ts'
import { type SchemaIndex, stemsOfName } from './schema-index.ts'

/** What determines which columns of a table a question needs most. */
export interface ColumnNeeds {
  readonly view: DatabaseView
  readonly index: SchemaIndex
  /** Stems of the question. */
  readonly stems: ReadonlySet<string>
  /** Columns that hold values named in the question, by `columnKey`. */
  readonly named: ReadonlySet<string>
}

/** A table with as many of its columns as fit the tokens: keys first, then columns named in the question. */
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

/** Tokens between two columns. */
const BETWEEN = 1
const KEY = 100
const NAMED = 50
const GLOSSED_WEIGHT = 10

/** The weight of each column of a table for a question. */
export const columnWeight = (table: VisibleTable, { view, index, stems, named }: ColumnNeeds) => {
  const name = tableName(table)
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap((key) => key.columns)])
  const glossed = view.glossary.tables.filter((gloss) => gloss.table === name)
  const isGlossed = new Set(glossed.flatMap(({ label, time }) => [label, time]))
  return (column: string): number => {
    let weight = keys.has(column) ? KEY : 0
    if (named.has(columnKey({ table: name, column }))) weight += NAMED
    if (isGlossed.has(column)) weight += GLOSSED_WEIGHT
    for (const stem of stemsOfName(column)) if (stems.has(stem)) weight += index.rarity(stem)
    return weight
  }
}
