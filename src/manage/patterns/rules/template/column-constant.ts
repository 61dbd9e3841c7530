import type { Json } from '../../../../platform/values/json.ts'
import { dayOf } from './constants.ts'
import type { Literal } from './query-reading.ts'
import type { TableColumn } from './table-column.ts'

/** A constant of a query, and the column that it is compared with. */
export interface ColumnConstant extends TableColumn, Pick<Literal, 'kind'> {
  /** A text without quotes, a number as written, with its sign. */
  readonly value: string
}

/**
 * Whether a stored value, or an element of a stored array, equals a constant. Databases compare more loosely: MySQL matches
 * `'abc'` with `= 0`, and a collation matches `'Acme'` with `'acme'`.
 */
export const isStoredAs = (constant: Pick<ColumnConstant, 'kind' | 'value'>, stored: Json): boolean => {
  if (Array.isArray(stored)) return stored.some((element) => isStoredAs(constant, element))
  if (typeof stored !== 'string' && typeof stored !== 'number') return false
  // CHAR columns are padded with spaces.
  const text = String(stored).trimEnd()
  if (text === constant.value) return true
  if (constant.kind === 'number') {
    const number = decimalOf(constant.value)
    return number !== undefined && number === decimalOf(text)
  }
  const day = dayOf(constant)
  return day !== undefined && day === dayOf({ kind: 'text', value: text })
}

/** A decimal number without redundant zeros: `3.00` becomes `3`. Exact for any length. */
const decimalOf = (text: string): string | undefined => {
  const [, sign = '', whole, fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const decimals = fraction.replace(/0+$/, '')
  return `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`
}
