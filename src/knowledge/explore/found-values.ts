import type { ExploreCommand } from '../../ask/rules/explore-command.ts'
import { type ColumnValues, columnKey } from '../../ask/rules/knowledge.ts'
import { notFoundText } from '../../ask/rules/prompts/not-found-text.ts'
import { quoted } from '../../ask/rules/prompts/quoted.ts'
import { valuesLine } from '../../ask/rules/prompts/values-text.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { AskedName } from '../look-up/asked-names.ts'
import { type LookedUp, searchedText } from '../look-up/look-up-names.ts'
import { notFoundIn } from '../look-up/not-found-in.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { TextColumn } from '../text-columns.ts'
import { indexColumns, normalWords, type ValueHit, ValueIndex } from '../words/index.ts'
import { columnLinesWithin } from './column-lines.ts'
import type { CallerKnowledge, ExplorePart } from './explore.ts'
import { shortened } from './explore-target.ts'
import { likelyColumns, namedTextColumns } from './named-columns.ts'

type ValuesRequest = Extract<ExploreCommand, { kind: 'values' }>

/** Maximum of columns searched in one round. */
const COLUMNS_MAX = 48
/** Maximum of values per column in the result. */
const VALUES_MAX = 20
const TITLE_LENGTH_MAX = 80

/** Searches texts similar to the requested ones, in the known categories and in the caller's rows. */
export const foundValues = async (
  known: CallerKnowledge,
  index: SchemaIndex,
  requests: readonly ValuesRequest[],
  tokensMax: number,
): Promise<ExplorePart> => {
  const names = requests.map(nameOf).filter(({ words }) => words.length > 0)
  const within = requests.flatMap((look) =>
    look.within === undefined ? [] : namedTextColumns(known, index, look.within),
  )
  const anywhere = requests.filter((look) => look.within === undefined)
  const likely: TextColumn[] = []
  for (const { text } of anywhere) {
    likely.push(...(await runInSlices(likelyColumns(known, index, text))))
  }
  const isUnread = (column: TextColumn): boolean => known.catalogued(column)?.complete !== true
  const unread = [...unique([...within, ...likely])].filter(isUnread).slice(0, COLUMNS_MAX)
  const keys = new Set(within.map(columnKey))
  const kinds = known.values.filter((one) => keys.has(columnKey(one)))
  const values = anywhere.length > 0 ? known.values : kinds
  const texts = [...new Set(requests.map(({ text }) => shortened(text)))]
  known.onLooking({ kind: 'texts', texts, columns: new Set([...unread, ...values].map(columnKey)).size })
  const lookedUp = await known.lookUp(names, unread)
  await runInSlices(indexColumns(lookedUp.found))
  const like = [...similarValues(names, lookedUp.found), ...similarValues(names, values)]
  const lines = joined(like, [...lookedUp.found, ...kinds]).map((column) => ({
    text: valuesLine(column),
    values: column.values.length,
  }))
  const last = notFoundLines(known, index, requests, lookedUp).join('\n')
  return columnLinesWithin(`Texts like ${requests.map(titleOf).join(', ')}`, lines, {
    tokensMax,
    none: 'nothing.',
    last,
  })
}

const nameOf = ({ text }: ValuesRequest): AskedName => ({ text, words: normalWords(text), isSure: true })

/** The texts that were not found, with where they were searched: a line per table or column. */
const notFoundLines = (
  known: CallerKnowledge,
  index: SchemaIndex,
  requests: readonly ValuesRequest[],
  lookedUp: LookedUp,
): readonly string[] =>
  [...Map.groupBy(requests, ({ within }) => within)].flatMap(([within, some]) => {
    const columns = within === undefined ? known.texts : namedTextColumns(known, index, within)
    const keys = new Set(columns.map(columnKey))
    const found = lookedUp.found.filter((one) => keys.has(columnKey(one)))
    const kinds = searchedText(known.values.filter((one) => keys.has(columnKey(one))))
    const names = some.map(nameOf).filter(({ words }) => words.length > 0)
    const { catalogued } = known
    const missing = notFoundIn(names, { columns, looked: { ...lookedUp, found }, known: kinds, catalogued })
    return missing === undefined ? [] : [notFoundText(missing)]
  })

const unique = (columns: readonly TextColumn[]): readonly TextColumn[] => [
  ...new Map(columns.map((column) => [columnKey(column), column])).values(),
]

const titleOf = ({ text, within }: ValuesRequest): string =>
  [text, within].flatMap((one) => (one === undefined ? [] : quoted(one, TITLE_LENGTH_MAX))).join(' in ')

/** The values that equal or contain one of the names; if there are none, the most similar value (misspelling). */
const similarValues = (names: readonly AskedName[], columns: readonly ColumnValues[]): readonly ValueHit[] => {
  const index = new ValueIndex(columns)
  return names.flatMap(({ words }) => {
    const found = [...index.lookup(words), ...index.containing(words)]
    return found.length > 0 ? found : index.similar(words.join(' '))
  })
}

/** Hits by column: the best matches first, then the others. */
const joined = (hits: readonly ValueHit[], columns: readonly ColumnValues[]): readonly ColumnValues[] => {
  const found = new Map<string, { readonly column: ColumnValues; readonly values: Set<string> }>()
  const valuesOf = (column: ColumnValues): Set<string> => {
    const one = found.get(columnKey(column)) ?? { column, values: new Set<string>() }
    found.set(columnKey(column), one)
    return one.values
  }
  for (const { table, column, value } of hits) valuesOf({ table, column, values: [], complete: false }).add(value)
  for (const column of columns) for (const value of column.values) valuesOf(column).add(value)
  return [...found.values()].map(({ column: { table, column, complete }, values }) => {
    const shown = [...values].slice(0, VALUES_MAX)
    return { table, column, values: shown, complete: complete && shown.length === values.size }
  })
}
