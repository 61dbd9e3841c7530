import { isCommand, type Name, type QueryReading } from './query-reading.ts'
import type { Replacement } from './replaced-spans.ts'

interface Naming {
  /** Whether a name defined by the query may be shown. */
  isAllowed(name: string): boolean
  /** Whether this is the name of a table or a column that the caller may see. */
  isName(name: string): boolean
}

/**
 * Replacements of the names defined by a query that may not be shown, by `a1`, `a2`, ….
 *
 * @returns undefined if a name is neither defined by the query nor one that the caller may see
 */
export const maskNames = (
  query: string,
  { names, definedNames }: QueryReading,
  { isAllowed, isName }: Naming,
): readonly Replacement[] | undefined => {
  const usedNames = new Set(names.map(({ text }) => text.toLowerCase()))
  const renamed = new Map<string, string>()
  const aliasOf = (name: string): string => {
    const known = renamed.get(name.toLowerCase())
    if (known !== undefined) return known
    let count = renamed.size + 1
    while (usedNames.has(`a${count}`)) count += 1
    const alias = `a${count}`
    usedNames.add(alias)
    renamed.set(name.toLowerCase(), alias)
    return alias
  }
  /** The name that is shown; undefined if the query may not be shown. */
  const shown = (name: string): string | undefined => {
    if (isName(name)) return name
    if (!definedNames.has(name.toLowerCase())) return undefined
    return isAllowed(name) ? name : aliasOf(name)
  }
  const shownPath = ({ text }: Name): string | undefined => {
    const [, sign = '', path = ''] = /^(\${0,2})(.*)$/s.exec(text) ?? []
    const steps = path.split('.')
    if (isName(steps.filter((step) => !ARRAY_INDEX.test(step)).join('.'))) return text
    const [first = '', ...rest] = steps
    // Only a name defined by the command can stand for a document with fields.
    if (rest.length > 0 && !definedNames.has(first.toLowerCase()) && first !== '_id') return undefined
    const parts = steps.map((step) => (step === '_id' || ARRAY_INDEX.test(step) ? step : shown(step)))
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
    if (text !== name.text) parts.push({ ...name, text: ofCommand ? JSON.stringify(text) : text })
  }
  return parts
}

/** An array index. */
const ARRAY_INDEX = /^\d{1,3}$/
