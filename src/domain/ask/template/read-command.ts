import type { Literal, NamedColumn, QueryReading, Source } from './query-reading.ts'

const PART = /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([{}[\],:])|true|false|null)/y
const PARTS_MAX = 10_000
const DEPTH_MAX = 60

/** Where a value stands: names of fields, and places in lists. */
type Step = string | number

const SOURCES: ReadonlySet<Step | undefined> = new Set(['collection', 'find', 'aggregate'])

/** The constants of a MongoDB command in JSON. */
export const readCommand = (query: string): QueryReading | undefined => {
  if (!isJson(query)) return undefined
  const [literals, names, sources, path]: [Literal[], string[], Source[], Step[]] = [[], [], [], []]
  let isKey = false
  PART.lastIndex = 0
  for (let parts = 0; ; parts++) {
    const found = PART.exec(query)
    if (found === null) break
    if (parts === PARTS_MAX || path.length > DEPTH_MAX) return undefined
    const [, text, number, sign] = found
    const end = PART.lastIndex
    if (text !== undefined) {
      const value: string = JSON.parse(text)
      const start = end - text.length
      if (isKey) {
        path[path.length - 1] = value
        names.push(value)
        isKey = false
      } else if (path.length === 1 && SOURCES.has(path[0])) {
        sources.push({ name: value })
        names.push(value)
      } else if (value.startsWith('$')) names.push(value)
      else literals.push({ kind: 'text', start, end, value, ...columnAt(path) })
    } else if (number !== undefined) {
      const limitsRows = LIMITS.has(path.at(-1))
      const isForm = ROUNDING.has(path.at(-2)) && path.at(-1) === 1
      const signs = { ...(limitsRows && { limitsRows }), ...(isForm && { isForm }) }
      literals.push({ kind: 'number', start: end - number.length, end, value: number, ...signs })
    } else if (sign === '{' || sign === '[') {
      path.push(sign === '{' ? '' : 0)
      isKey = sign === '{'
    } else if (sign === '}' || sign === ']') path.pop()
    else if (sign === ',') {
      const last = path.at(-1)
      if (typeof last === 'number') path[path.length - 1] = last + 1
      else isKey = true
    }
  }
  return { literals, names, sources, given: new Set() }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const ROUNDING: ReadonlySet<Step | undefined> = new Set(['$round', '$trunc'])
const LIMITS: ReadonlySet<Step | undefined> = new Set(['limit', 'skip', '$limit', '$skip'])
const ONE = new Set<Step | undefined>(['$eq', '$ne'])
const SOME = new Set<Step | undefined>(['$in', '$nin'])
const JOINING = new Set<Step | undefined>(['$and', '$or', '$nor'])

/** A field that a filter compares as it is in the collection: later stages may call something else so. */
const columnAt = (path: readonly Step[]): { column?: NamedColumn } => {
  const rest =
    path[0] === 'filter' ? path.slice(1) : FIRST_MATCH.every((step, at) => path[at] === step) ? path.slice(3) : []
  let at = 0
  while (JOINING.has(rest[at]) && typeof rest[at + 1] === 'number') at += 2
  const [name, operator, place, ...more] = rest.slice(at)
  if (typeof name !== 'string' || name.startsWith('$') || more.length > 0) return {}
  const isCompared =
    operator === undefined || (ONE.has(operator) && place === undefined) || (SOME.has(operator) && place !== undefined)
  return isCompared ? { column: { name } } : {}
}

const FIRST_MATCH: readonly Step[] = ['pipeline', 0, '$match']
