import type { Json } from '../../../domain/json.ts'

const DEPTH_MAX = 32

/** What a text of JSON holds, or the text itself where that would lose something or is nested too deeply to be kept. */
export const plainJson = (text: string): Json => {
  let exact = true
  const value: Json = JSON.parse(text, (_key: string, value: Json, context?: { readonly source?: string }) => {
    if (typeof value === 'number') exact &&= !isRounded(value, context?.source ?? '')
    return value
  })
  return exact && isWithin(value, DEPTH_MAX) ? value : text
}

const isRounded = (value: number, source: string): boolean =>
  !Number.isFinite(value) || (/^-?\d+$/.test(source) && !Number.isSafeInteger(value))

const isWithin = (value: Json, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner: Json) => isWithin(inner, depth - 1)))
