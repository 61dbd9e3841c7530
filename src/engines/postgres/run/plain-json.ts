import type { Json } from '../../../domain/json.ts'
import { exactNumber } from '../../shared/run/exact-number.ts'
import { plainDecimal } from './plain-number.ts'

const DEPTH_MAX = 32

/**
 * What a text of JSON holds, or the text itself where that would lose something or is nested too deeply to be kept.
 *
 * @param isRounded as of `plainDecimal`
 */
export const plainJson = (text: string, isRounded: boolean): Json => {
  let exact = true
  const value: Json = JSON.parse(text, (_key: string, value: Json, context?: { readonly source?: string }) => {
    if (typeof value === 'number') exact &&= isExact(value, context?.source ?? '', isRounded)
    return value
  })
  return exact && isWithin(value, DEPTH_MAX) ? value : text
}

const isExact = (value: number, source: string, isRounded: boolean): boolean =>
  /^-?\d+$/.test(source)
    ? Number.isSafeInteger(value)
    : exactNumber(source) !== undefined || typeof plainDecimal(source, isRounded) === 'number'

const isWithin = (value: Json, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner: Json) => isWithin(inner, depth - 1)))
