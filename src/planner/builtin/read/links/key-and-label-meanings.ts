import type { DatabaseView } from '../../../../ask/rules/knowledge.ts'
import type { Token } from '../../../../knowledge/words/index.ts'
import { STOP_WORDS } from '../../../../knowledge/words/index.ts'
import { catalogOf, lexiconOf, type TableInfo } from '../../schema/index.ts'
import { CUES } from '../../words/index.ts'
import { type ColumnOption, columnMeaning, type Meaning, TABLE_NAMED } from './word.ts'

export const isName = (token: Token | undefined): boolean => /^names?$/.test(token?.lower ?? '')
export const isId = (token: Token | undefined): boolean => /^(ids?|identifiers?)$/.test(token?.lower ?? '')

/** A word shared by more tables is not informative. */
const TABLES_MAX = 200
const KEY_WEIGHT = 0.95
const LABEL_WEIGHT = 0.8

const firstTables = (view: DatabaseView): readonly TableInfo[] =>
  [...catalogOf(view).tables.values()].slice(0, TABLES_MAX)

/** The ids of tables are their keys, regardless of the columns' names. */
export const keyMeaning = (view: DatabaseView, tables: readonly string[], weight: number): readonly Meaning[] =>
  columnMeaning(
    tables.flatMap((table) => {
      const [column, more] = catalogOf(view).tables.get(table)?.primaryKey ?? []
      return column === undefined || more !== undefined ? [] : [{ column: { table, column }, weight }]
    }),
  )

/** "Id" without a table. */
export const allKeys = (view: DatabaseView): readonly Meaning[] =>
  keyMeaning(
    view,
    firstTables(view).map(({ name }) => name),
    KEY_WEIGHT,
  )

/** The label of a table's rows, unless it is numeric. */
export const labelMeaning = (view: DatabaseView, table: string, weight: number): readonly Meaning[] => {
  const { label = '', columns } = catalogOf(view).tables.get(table) ?? {}
  return columns?.get(label)?.kind === 'text' ? columnMeaning([{ column: { table, column: label }, weight }]) : []
}

/** "Name" means the label, regardless of the column's name. */
export const labelsOf = (view: DatabaseView): readonly ColumnOption[] =>
  firstTables(view).flatMap(({ name: table, label, columns }) => {
    const info = columns.get(label)
    const isCalledName = info?.kind === 'text' && info.words.includes('name')
    return isCalledName ? [{ column: { table, column: label }, weight: LABEL_WEIGHT }] : []
  })

const isBefore = (token: Token | undefined): boolean => {
  if (token === undefined) return false
  const cue = CUES.get(token.lower)?.cue
  return STOP_WORDS.has(token.lower) || token.number !== undefined || cue === 'extreme' || cue === 'adjective'
}
const BEFORE_LABELLED_MAX = 6
const LABEL_OF_WORDS = 2
const LABEL_OF_WEIGHT = 1.02

/** "The names of orchestras", where `orchestra.orchestra` is their name. */
export const labelOfNext = (view: DatabaseView, tokens: readonly Token[], at: number): readonly Meaning[] => {
  const table = tableOfNext(view, tokens, at)
  return table === undefined ? [] : labelMeaning(view, table, LABEL_OF_WEIGHT)
}

const tableOfNext = (view: DatabaseView, tokens: readonly Token[], at: number): string | undefined => {
  if (tokens[at]?.lower !== 'of') return undefined
  let next = at + 1
  // "The names of the 3 largest orchestras".
  while (next < at + BEFORE_LABELLED_MAX && isBefore(tokens[next])) next++
  const words = tokens.slice(next, next + LABEL_OF_WORDS).map(({ lower }) => lower)
  const links = [words, words.slice(0, 1)].flatMap((said) => (said.length === 0 ? [] : lexiconOf(view).lookup(said)))
  return links.find((link) => link.kind === 'table' && link.weight >= TABLE_NAMED)?.table
}
