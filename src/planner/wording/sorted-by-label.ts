import type { Row } from '../../ask/rules/outcome.ts'
import type { Json } from '../../platform/values/json.ts'

const nameOf = (index: number, options: Intl.DateTimeFormatOptions): string =>
  new Date(Date.UTC(2026, 0, 5 + index)).toLocaleDateString('en', { ...options, timeZone: 'UTC' }).toLowerCase()

const WEEKDAYS = Array.from({ length: 7 }, (_, index) => nameOf(index, { weekday: 'long' }))
const MONTHS = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2026, index, 1)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }).toLowerCase(),
)

/**
 * Sorts rows by their labels if all are weekdays, months (`March`, `Mar`), quarters, dates or numbers: a week begins on
 * Monday. Others stay as they are.
 */
export const sortedByLabel = (rows: readonly Row[], label: string): readonly Row[] => {
  const ranks = rows.map((row) => rankOf(row[label]))
  const kinds = new Set(
    ranks.flatMap((rank) => (rank === undefined ? ['none'] : rank.kind === 'empty' ? [] : [rank.kind])),
  )
  if (kinds.size !== 1 || kinds.has('none')) return rows
  return rows
    .map((row, index) => ({ row, at: ranks[index]?.at ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ row }) => row)
}

interface Rank {
  readonly kind: 'weekday' | 'month' | 'quarter' | 'date' | 'number' | 'empty'
  readonly at: number
}

const LABEL_LENGTH_MAX = 40

const rankOf = (cell: Json | undefined): Rank | undefined => {
  if (cell === null || cell === undefined) return { kind: 'empty', at: Number.POSITIVE_INFINITY }
  if (typeof cell === 'number') return { kind: 'number', at: cell }
  if (typeof cell !== 'string' || cell.length > LABEL_LENGTH_MAX) return undefined
  const text = cell.trim().toLowerCase()
  const weekday = indexIn(WEEKDAYS, text)
  if (weekday >= 0) return { kind: 'weekday', at: weekday }
  const month = indexIn(MONTHS, text)
  if (month >= 0) return { kind: 'month', at: month }
  const quarter = /^q([1-4])$/.exec(text)?.[1]
  if (quarter !== undefined) return { kind: 'quarter', at: Number(quarter) }
  const dated = /^(\d{4})(?:-(?:q([1-4])|(\d\d)(?:-(\d\d))?))?$/.exec(text)
  if (dated !== null) {
    const [, year, q, month = '0', day = '0'] = dated
    return {
      kind: 'date',
      at: Number(year) * 10_000 + (q === undefined ? Number(month) : Number(q)) * 100 + Number(day),
    }
  }
  return /^\d{1,9}$/.test(text) ? { kind: 'number', at: Number(text) } : undefined
}

/** Matches whole names, or their first three letters. */
const indexIn = (names: readonly string[], text: string): number =>
  names.findIndex((name) => name === text || name.slice(0, 3) === text)
