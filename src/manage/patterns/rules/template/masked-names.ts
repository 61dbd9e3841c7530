import { isCommand, type Name, type QueryReading } from './query-reading.ts'
import type { Replacement } from './replaced-spans.ts'

interface Naming {
  /** Whether a name that the query gives may stay as it is. */
  isAllowed(name: string): boolean
  /** Whether a table or a column that the caller may see is called so. */
  isName(name: string): boolean
}

/**
 * What a query calls its own tables, columns and results, in names that tell nothing: `a1`, `a2`, … for those that are not
 * allowed.
 *
 * @returns undefined where a name is neither given by the query nor one that the caller may see
 */
export const maskedNames = (
  query: string,
  { names, given }: QueryReading,
  { isAllowed, isName }: Naming,
): readonly Replacement[] | undefined => {
  const taken = new Set(names.map(({ text }) => text.toLowerCase()))
  const renamed = new Map<string, string>()
  const other = (name: string): string => {
    const known = renamed.get(name.toLowerCase())
    if (known !== undefined) return known
    let count = renamed.size + 1
    while (taken.has(`a${count}`)) count += 1
    const made = `a${count}`
    taken.add(made)
    renamed.set(name.toLowerCase(), made)
    return made
  }
  /** The name that is shown; undefined where there is none. */
  const shown = (name: string): string | undefined => {
    if (isName(name)) return name
    if (!given.has(name.toLowerCase())) return undefined
    return isAllowed(name) ? name : other(name)
  }
  const shownPath = ({ text }: Name): string | undefined => {
    const [, sign = '', path = ''] = /^(\${0,2})(.*)$/s.exec(text) ?? []
    const steps = path.split('.')
    if (isName(steps.filter((step) => !PLACE.test(step)).join('.'))) return text
    const [first = '', ...rest] = steps
    // What a command calls a document has the fields of one.
    if (rest.length > 0 && !given.has(first.toLowerCase()) && first !== '_id') return undefined
    const parts = steps.map((step) => (step === '_id' || PLACE.test(step) ? step : shown(step)))
    const isOfDocument = rest.length > 0 && isName(rest.join('.'))
    const seen = isOfDocument ? [parts[0], ...rest] : parts
    return seen.some((part) => part === undefined) ? undefined : sign + seen.join('.')
  }
  const ofCommand = isCommand(query)
  const parts: Replacement[] = []
  for (const name of names) {
    if (name.isSyntax) continue
    const text = ofCommand ? shownPath(name) : shown(name.text)
    if (text === undefined) return undefined
    if (text !== name.text) parts.push({ ...name, written: ofCommand ? JSON.stringify(text) : text })
  }
  return parts
}

/** A place in an array. */
const PLACE = /^\d{1,3}$/
