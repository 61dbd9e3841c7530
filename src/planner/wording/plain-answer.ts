import type { Language } from '../../ask/rules/language.ts'
import type { QueryResult, Row } from '../../ask/rules/outcome.ts'
import type { Json } from '../../platform/values/json.ts'
import { capital, withoutDot } from './capital.ts'
import { cellText } from './cell-text.ts'

const ROWS_SHOWN_MAX = 3
const CELLS_SHOWN_MAX = 4

const TEXTS = {
  en: {
    none: 'nothing was found.',
    ofOwn: 'nothing was found among your own rows.',
    part: (shown: number, all: string) => ` (the first ${shown} of ${all} rows)`,
    empty: 'none',
    numbers: new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }),
    counts: new Intl.NumberFormat('en-US'),
  },
  de: {
    none: 'dazu wurde nichts gefunden.',
    ofOwn: 'unter Ihren eigenen Zeilen wurde nichts gefunden.',
    part: (shown: number, all: string) => ` (die ersten ${shown} von ${all} Zeilen)`,
    empty: 'ohne Angabe',
    numbers: new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 }),
    counts: new Intl.NumberFormat('de-DE'),
  },
} as const

interface PlainAnswer {
  readonly result: QueryResult
  /** One sentence that says what the query returns. */
  readonly explanation: string
  readonly language: Language
  /** Whether the rows are those of one end user only. */
  readonly isOwn: boolean
}

/** One sentence in place of the direct answer: what the rows are, and the first of them. */
export const plainAnswer = ({ result, explanation, language, isOwn }: PlainAnswer): string => {
  const texts = TEXTS[language]
  const head = capital(withoutDot(explanation))
  const { rows, rowCount, truncated } = result
  if (rowCount === 0 && !truncated) return `${head}: ${isOwn ? texts.ofOwn : texts.none}`
  const shown = rows.slice(0, ROWS_SHOWN_MAX)
  const part = rowCount > shown.length ? texts.part(shown.length, texts.counts.format(rowCount)) : ''
  return `${head}: ${shown.map((row) => rowText(row, result, language)).join('; ')}${part}.`
}

const rowText = (row: Row, { columns }: QueryResult, language: Language): string => {
  const shown = columns.slice(0, CELLS_SHOWN_MAX)
  const cells = shown.map(({ name, type, unit }) => amount(row[name], type === 'number' ? unit : undefined, language))
  if (cells.length < 2 || shown[0]?.type === 'number') {
    return cells.length < 2 ? cells.join() : cells.map((cell, at) => `${shown[at]?.name ?? ''} ${cell}`).join(', ')
  }
  const [label, ...values] = cells
  const named = values.length < 2 ? values : values.map((value, at) => `${shown[at + 1]?.name ?? ''} ${value}`)
  return `${label}: ${named.join(', ')}`
}

const amount = (cell: Json | undefined, unit: string | undefined, language: Language): string => {
  const { numbers, empty } = TEXTS[language]
  if (cell === null || cell === undefined) return empty
  const text =
    typeof cell === 'number' && Number.isFinite(cell) && Math.abs(cell) >= 0.01 ? numbers.format(cell) : cellText(cell)
  return unit === undefined ? text : `${text} ${unit}`
}
