import type { LoadValue } from '../../engines/loader.ts'
import type { CellKind } from './cell-kind.ts'

/**
 * Owners of planted rows: the caller, another end user of its tenant (`neighbour`), another tenant (`foreign`), and rows shared
 * by all tenants. `secret` marks denied tables and hidden columns, which no caller may see.
 */
export type RowOwner = 'own' | 'neighbour' | 'foreign' | 'everyone'
type Mark = RowOwner | 'secret'

interface Marking {
  readonly word: string
  /** The first number. */
  readonly number: number
  readonly month: string
}

/** Values that identify the owner of a row. */
const MARKS: Readonly<Record<Mark, Marking>> = {
  own: { word: 'own', number: 10, month: '2024-03' },
  everyone: { word: 'everyone', number: 50, month: '2024-04' },
  neighbour: { word: 'zqneighbour', number: 66_190_000, month: '1973-05' },
  foreign: { word: 'zqforeign', number: 77_130_000, month: '1971-03' },
  secret: { word: 'zqsecret', number: 88_370_000, month: '1972-07' },
}

/** Keys of rows. They are not canaries, because links across tenants may show them to other tenants. */
const FIRST_KEYS: Readonly<Record<RowOwner, number>> = { own: 1, neighbour: 301, foreign: 601, everyone: 901 }

/** A value of this kind that identifies its owner, if the kind has enough values for that. */
export const canary = (mark: Mark, kind: CellKind, serial: number): LoadValue => {
  const { word, number, month } = MARKS[mark]
  const day = `${month}-${String((serial % 28) + 1).padStart(2, '0')}`
  switch (kind) {
    case 'integer':
      return number + (serial % 10_000)
    case 'decimal':
      return `${number + (serial % 10_000)}`
    case 'real':
      return number + (serial % 10_000) + 0.5
    case 'date':
      return day
    case 'datetime':
      return `${day} 08:30:00`
    case 'boolean':
      return serial % 2 === 0
    case 'uuid':
      return uuid(number + serial)
    case 'text':
      return `${word}${serial}`
  }
}

/** The key of a row: unique in its column, and equal in all references to it. */
export const keyValue = (group: RowOwner, kind: CellKind, index: number): LoadValue => {
  const number = FIRST_KEYS[group] + index
  switch (kind) {
    case 'integer':
    case 'real':
      return number
    case 'decimal':
      return `${number}`
    case 'boolean':
      return index % 2 === 0
    case 'uuid':
      return uuid(number)
    case 'date':
    case 'datetime':
      return new Date(Date.UTC(2000, 0, number)).toISOString().slice(0, 10)
    case 'text':
      return `k${number}`
  }
}

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Patterns of foreign canaries in rows, column names and error messages. */
const TRACES = {
  neighbour: /zqneighbour|6619\d{4}|1973-05-/i,
  foreign: /zqforeign|7713\d{4}|1971-03-/i,
  secret: /zqsecret|8837\d{4}|1972-07-/i,
} as const

export type ForeignMark = keyof typeof TRACES

/** Whether a text contains a canary with one of these marks. */
export const containsCanary = (text: string, marks: readonly ForeignMark[]): boolean =>
  marks.some((mark) => TRACES[mark].test(text))
