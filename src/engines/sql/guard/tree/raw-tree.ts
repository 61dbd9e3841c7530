import { repairableRefusal } from '../../../shared/refuse.ts'

/** The parser's tree is untyped JSON; these readers accept known fields and refuse the rest. */
export type RawNode = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is RawNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object in which only the `known` fields may have values. @throws RefusalError */
export const nodeWith = (value: unknown, ...known: readonly string[]): RawNode => {
  if (!isNode(value)) throw unsupported('this form')
  for (const key in value) if (!known.includes(key) && !isEmpty(value[key]) && !isPosition(key)) throw unsupported(key)
  return value
}

/** A variant: its name and content. @throws RefusalError */
export const variant = (value: unknown): readonly [name: string, content: unknown] => {
  if (typeof value === 'string') return [value, undefined]
  if (!isNode(value)) throw unsupported('this form')
  let found: string | undefined
  for (const key in value) {
    if (found !== undefined) throw unsupported('this form')
    found = key
  }
  if (found === undefined) throw unsupported('this form')
  return [found, value[found]]
}

/** @throws RefusalError */
export const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw unsupported('this form')
  return value
}

/** Whether a field is a position, which does not affect the meaning. */
export const isPosition = (key: string): boolean => key === 'span' || key.endsWith('_token')

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === 'None' ||
  (Array.isArray(value) && value.length === 0)

/** @param what a word of the parser's grammar, never a name or a value */
export const unsupported = (what: string) =>
  repairableRefusal('unsupported', `The query uses a construct that is not available: ${what.replaceAll('_', ' ')}.`)
