import { commandLiteral, type Step } from './command-literals.ts'
import { isNameValue, keyRole, SYSTEM_VARIABLE } from './command-names.ts'
import type { Literal, Name, QueryReading, Source } from './query-reading.ts'

const PART = /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([{}[\],:])|true|false|null)/y
const PARTS_MAX = 10_000
const DEPTH_MAX = 60

const SOURCES: ReadonlySet<Step | undefined> = new Set(['collection', 'find', 'aggregate'])

/** The constants of a MongoDB command in JSON. */
export const readCommand = (query: string): QueryReading | undefined => {
  if (!isJson(query)) return undefined
  const [literals, names, sources, path]: [Literal[], Name[], Source[], Step[]] = [[], [], [], []]
  const definedNames = new Set<string>()
  const addGiven = (name: string) => definedNames.add((name.split('.')[0] ?? name).toLowerCase())
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
      const named = { text: value, start, end, mayBeText: false }
      if (isKey) {
        path[path.length - 1] = value
        const role = keyRole(path, isSimple(query, end))
        names.push({ ...named, isSyntax: role === 'syntax' })
        if (role === 'given') addGiven(value)
        isKey = false
      } else if (path.length === 1 && SOURCES.has(path[0])) {
        sources.push({ name: value })
        names.push({ ...named, isSyntax: false })
      } else if (value.startsWith('$') && !isPlainText(path))
        names.push({ ...named, isSyntax: SYSTEM_VARIABLE.test(value) })
      else {
        const role = isNameValue(path)
        if (role === undefined) literals.push(commandLiteral('text', { start, end, value }, path))
        else names.push({ ...named, isSyntax: false })
        if (role === 'given') addGiven(value)
      }
    } else if (number !== undefined)
      literals.push(commandLiteral('number', { start: end - number.length, end, value: number }, path))
    else if (sign === '{' || sign === '[') {
      path.push(sign === '{' ? '' : 0)
      isKey = sign === '{'
    } else if (sign === '}' || sign === ']') path.pop()
    else if (sign === ',') {
      const last = path.at(-1)
      if (typeof last === 'number') path[path.length - 1] = last + 1
      else isKey = true
    }
  }
  return { literals, names, sources, definedNames }
}

/** Whether a text that begins with `$` is a constant and not a field path: in a filter outside `$expr`, and in `$literal`. */
const isPlainText = (path: readonly Step[]): boolean => {
  const filter = Math.max(path[0] === 'filter' ? 0 : -1, path.lastIndexOf('$match'), path.lastIndexOf('$literal'))
  return filter > path.lastIndexOf('$expr')
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const SIMPLE = /\s*:\s*(?:-?\d|true|false)/y

/** Whether the value of a key is a number or a boolean: such a key of a projection is an existing field. */
const isSimple = (query: string, end: number): boolean => {
  SIMPLE.lastIndex = end
  return SIMPLE.test(query)
}
