import { jsonrepair } from 'jsonrepair'
import { isRecord } from './is-record.ts'

/** A longer reply is not the requested object. */
const LENGTH_MAX = 100_000
const NESTING_MAX = 32
/** Characters scanned for the ends of all objects of a reply. */
const SCANNED_MAX = 400_000
/** Characters passed to the repair, which takes some 2 µs per character. */
const REPAIRED_MAX = 15_000
const VISITED_MAX = 1_000
/** No meaningful reply holds more objects. */
const ATTEMPTS_MAX = 1_000

type Found = Record<string, unknown>

/**
 * The objects in a model's reply that have one of `keys`, in order, regardless of the text around them: reasoning, prose, code
 * fences, a tool call written as text, an enclosing object, curly quotes, trailing commas, raw line breaks inside
 * strings. An object without an end is ignored: half a query must not be taken for a whole one. Linear.
 */
export const findJson = (reply: string, keys: readonly string[]): Found[] => {
  const text = withoutThinking(reply.slice(0, LENGTH_MAX))
  const parse = parser()
  const found: Found[] = []
  let scanned = 0
  let attempts = 0
  for (let at = text.indexOf('{'); at >= 0 && scanned < SCANNED_MAX && attempts < ATTEMPTS_MAX; ) {
    const { stop, isClosed } = objectEnd(text, at)
    scanned += stop - at
    if (isClosed) attempts += 1
    const value = isClosed ? parse(text.slice(at, stop)) : undefined
    if (value !== undefined) found.push(...meant(value, keys, parse))
    at = text.indexOf('{', value === undefined ? at + 1 : stop)
  }
  return found
}

/** Removes reasoning that some servers leave in the text. Its end counts even if its start was part of the prompt. */
const withoutThinking = (reply: string): string => {
  const tags = [...reply.matchAll(/<(\/?)(?:think|thinking|reasoning)>/gi)]
  const end = tags.findLast(([, slash]) => slash === '/')
  const from = end === undefined ? 0 : end.index + end[0].length
  const to = tags.find(({ 1: slash, index }) => slash === '' && index >= from)?.index
  return reply.slice(from, to)
}

/** The end of the object that begins at `start`, or where the scan was given up. */
const objectEnd = (text: string, start: number): { readonly stop: number; readonly isClosed: boolean } => {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (inString && character === '\\') at += 1
    else if (character === '"') inString = !inString
    else if (inString) continue
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > NESTING_MAX) return { stop: at, isClosed: false }
    if (depth === 0) return { stop: at + 1, isClosed: character === '}' }
  }
  return { stop: text.length, isClosed: false }
}

type Parse = (text: string) => Found | undefined

/** Parses JSON, and repairs malformed JSON within a budget. */
const parser = (): Parse => {
  let room = REPAIRED_MAX
  return (text) => {
    const value = parsed(text)
    if (value !== undefined || text.length > room) return isRecord(value) ? value : undefined
    room -= text.length
    const repaired = parsed(text, jsonrepair)
    return isRecord(repaired) ? repaired : undefined
  }
}

const parsed = (text: string, prepare: (text: string) => string = (plain) => plain): unknown => {
  try {
    return JSON.parse(prepare(text))
  } catch {
    return undefined
  }
}

/** The object, or the object that it wraps. */
const meant = (value: Found, keys: readonly string[], parse: Parse): Found[] => {
  const found: Found[] = []
  const open: unknown[] = [value]
  for (let visited = 0; open.length > 0 && visited < VISITED_MAX; visited += 1) {
    const next = open.pop()
    if (isRecord(next) && keys.some((key) => Object.hasOwn(next, key))) found.push(next)
    else if (typeof next === 'object' && next !== null) open.push(...inside(next, parse).reverse())
  }
  return found
}

const inside = (value: object, parse: Parse): unknown[] => {
  const parts: unknown[] = []
  for (const key in value) {
    if (parts.length === VISITED_MAX) break
    const part: unknown = Reflect.get(value, key)
    const isWritten = key === 'arguments' && typeof part === 'string'
    parts.push(isWritten && objectEnd(part, 0).isClosed ? parse(part) : part)
  }
  return parts
}
