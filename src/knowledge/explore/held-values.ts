import { columnKey } from '../../domain/ask/knowledge.ts'
import type { Look } from '../../domain/ask/look.ts'
import { plainName } from '../../domain/ask/prompts/names-text.ts'
import { quoted } from '../../domain/ask/prompts/quoted.ts'
import { valuesLine } from '../../domain/ask/prompts/values-text.ts'
import { estimatedTokens } from '../../domain/ask/question-context.ts'
import { type ColumnRange, hasRange } from '../look-up/read-ranges.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { Known, Part } from './explore.ts'
import { columnsNamed } from './looked-into.ts'

/** Of one look: columns, and values of each. */
const COLUMNS_MAX = 12
const VALUES_MAX = 20
const LENGTH_MAX = 80

/** What columns hold in the caller's own rows: values of texts, the range of numbers and dates. */
export const heldValues = async (
  known: Known,
  index: SchemaIndex,
  { within }: Extract<Look, { kind: 'list' }>,
  tokensMax: number,
): Promise<Part> => {
  const title = `Values of ${quoted(within, LENGTH_MAX)}`
  const named = columnsNamed(known, index, within)
  const keys = new Set(named.map(columnKey))
  const texts = known.texts.filter((one) => keys.has(columnKey(one))).slice(0, COLUMNS_MAX)
  const kinds = new Map(known.values.filter(({ complete }) => complete).map((one) => [columnKey(one), one]))
  const unknown = texts.filter((one) => !kinds.has(columnKey(one)))
  const read = unknown.length === 0 ? [] : await known.textsOf(unknown, VALUES_MAX + 1)
  const lines: string[] = []
  for (const column of texts) {
    const at = unknown.indexOf(column)
    const own = read?.filter(({ place }) => place === at).map(({ value }) => value)
    const values = kinds.get(columnKey(column))?.values ?? own
    if (values === undefined) lines.push(`${nameOf(column)}: not read`)
    else if (values.length === 0) lines.push(`${nameOf(column)}: no texts in your rows`)
    else
      lines.push(valuesLine({ ...column, values: values.slice(0, VALUES_MAX), complete: values.length <= VALUES_MAX }))
  }
  const ordered = named.filter((one) => hasRange(one.type)).slice(0, COLUMNS_MAX)
  const [first] = ordered
  if (first !== undefined) {
    const ranges = await known.ranges(
      first.table,
      ordered.map(({ column }) => column),
    )
    for (const { table, column } of ordered)
      lines.push(`${nameOf({ table, column })}: ${rangeText(ranges?.find((one) => one.column === column))}`)
  }
  return told(title, lines, tokensMax)
}

const nameOf = ({ table, column }: { readonly table: string; readonly column: string }): string =>
  `${plainName(table)}.${plainName(column)}`

const rangeText = (range: ColumnRange | undefined): string => {
  if (range === undefined) return 'not read'
  if (range.low === null) return 'no value in your rows'
  return `${endText(range.low)} … ${endText(range.high)}`
}

const endText = (end: ColumnRange['low']): string => quoted(String(end), LENGTH_MAX).slice(1, -1)

const told = (title: string, lines: readonly string[], tokensMax: number): Part => {
  let left = tokensMax - estimatedTokens(title) - 1
  const kept = lines.filter((line) => {
    left -= estimatedTokens(line) + 1
    return left >= 0
  })
  const text =
    kept.length === 0 ? `${title}: no column of that name whose values can be told.` : [`${title}:`, ...kept].join('\n')
  return { text, tables: 0, values: kept.length }
}
