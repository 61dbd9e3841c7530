import { hasRange } from '../../ask/rules/column-type.ts'
import type { ExploreCommand } from '../../ask/rules/explore-command.ts'
import { columnKey } from '../../ask/rules/knowledge.ts'
import { columnName } from '../../ask/rules/prompts/names-text.ts'
import { quoted } from '../../ask/rules/prompts/quoted.ts'
import { valuesLine } from '../../ask/rules/prompts/values-text.ts'
import type { ColumnRange } from '../look-up/read-ranges.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { TextColumn } from '../text-columns.ts'
import { type ColumnLine, columnLinesWithin } from './column-lines.ts'
import type { CallerKnowledge, ExplorePart } from './explore.ts'
import { type NamedColumn, namedColumns } from './named-columns.ts'

/** Maximum per request: columns, and values of each. */
const COLUMNS_MAX = 12
const VALUES_MAX = 20
const LENGTH_MAX = 80

const NONE = 'no column of that name whose values can be told.'

/** The contents of columns in the caller's rows: values of texts, ranges of numbers and dates. */
export const heldValues = async (
  known: CallerKnowledge,
  index: SchemaIndex,
  { within }: Extract<ExploreCommand, { kind: 'list' }>,
  tokensMax: number,
): Promise<ExplorePart> => {
  const named = namedColumns(known, index, within)
  const keys = new Set(named.map(columnKey))
  const texts = known.texts.filter((one) => keys.has(columnKey(one)))
  const ordered = named.filter((one) => hasRange(one.type))
  const lines = [
    ...(await textLines(known, texts.slice(0, COLUMNS_MAX))),
    ...(await rangeLines(known, ordered.slice(0, COLUMNS_MAX))),
  ]
  const more = texts.length + ordered.length - lines.length
  return columnLinesWithin(`Values of ${quoted(within, LENGTH_MAX)}`, lines, { tokensMax, none: NONE, more })
}

const textLines = async (known: CallerKnowledge, columns: readonly TextColumn[]): Promise<readonly ColumnLine[]> => {
  const kinds = new Map(known.values.filter(({ complete }) => complete).map((one) => [columnKey(one), one]))
  const unknown = columns.filter((one) => !kinds.has(columnKey(one)))
  const read = unknown.length === 0 ? [] : await known.textsOf(unknown, VALUES_MAX + 1)
  return columns.map((column) => {
    const at = unknown.indexOf(column)
    const own = read?.filter(({ columnIndex }) => columnIndex === at).map(({ value }) => value)
    const values = kinds.get(columnKey(column))?.values ?? own
    if (values === undefined) return { text: `${columnName(column)}: not read`, values: 0 }
    if (values.length === 0) return { text: `${columnName(column)}: no texts in your rows`, values: 0 }
    const shown = values.slice(0, VALUES_MAX)
    const complete = values.length <= VALUES_MAX
    return { text: valuesLine({ ...column, values: shown, complete }), values: shown.length }
  })
}

/** @param columns of one table */
const rangeLines = async (known: CallerKnowledge, columns: readonly NamedColumn[]): Promise<readonly ColumnLine[]> => {
  const [first] = columns
  if (first === undefined) return []
  const names = columns.map(({ column }) => column)
  const ranges = await known.ranges(first.table, names)
  return columns.map((column) => {
    const range = rangeText(ranges?.find((one) => one.column === column.column))
    return { text: `${columnName(column)}: ${range}`, values: 1 }
  })
}

const rangeText = (range: ColumnRange | undefined): string => {
  if (range === undefined) return 'not read'
  if (range.low === null) return 'no value in your rows'
  return `${endText(range.low)} … ${endText(range.high)}`
}

const endText = (end: ColumnRange['low']): string => quoted(String(end), LENGTH_MAX).slice(1, -1)
