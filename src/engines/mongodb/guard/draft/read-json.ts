import type { Json } from '../../../../platform/values/json.ts'
import { finalRefusal, repairableRefusal } from '../../../shared/refuse.ts'
import { HOSTILE_NAMES } from '../../language/stages.ts'
import { readLiteral } from './read-literal.ts'

/** A long pipeline has about 4,000 characters. */
const CHARACTERS_MAX = 50_000
const DEPTH_MAX = 60
const VALUES_MAX = 5_000

/** Names with a meaning in JavaScript or the driver. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(
  '__proto__ constructor prototype _bsontype toBSON toJSON hasOwnProperty valueOf'.split(' '),
)

/**
 * Parses a draft as strict JSON. JSON.parse would drop duplicate names, reorder numeric names, and has no limits.
 *
 * @throws Refused
 */
export const readJson = (text: string): Json => {
  if (text.length > CHARACTERS_MAX)
    throw repairableRefusal('too_long', `The query has more than ${CHARACTERS_MAX} characters; ask for less at once.`)
  const reader = new Reader(text)
  const value = reader.value(0)
  reader.end()
  return value
}

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
/** A text without escapes. */
const PLAIN_TEXT = /"[^"\\\p{Cc}]*"/uy
const TEXT = /"(?:[^"\\\p{Cc}]|\\.)*"/uy
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])

class Reader {
  readonly #text: string
  #offset = 0
  #values = 0

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): Json {
    if (depth > DEPTH_MAX) throw repairableRefusal('too_deep', 'The query is nested too deep; write it more simply.')
    this.#values++
    if (this.#values > VALUES_MAX)
      throw repairableRefusal('too_large', 'The query has too many parts; ask for less at once.')
    switch (this.#next()) {
      case '{':
        return this.#object(depth)
      case '[':
        return this.#list(depth)
      case '"':
        return this.#string()
      default:
        return this.#plain()
    }
  }

  end(): void {
    if (this.#next() !== '') throw this.#syntaxError()
  }

  /** The next character after white space; '' at the end. */
  #next(): string {
    SPACE.lastIndex = this.#offset
    SPACE.test(this.#text)
    this.#offset = SPACE.lastIndex
    return this.#text.charAt(this.#offset)
  }

  #take(mark: string): void {
    if (this.#next() !== mark) throw this.#syntaxError()
    this.#offset++
  }

  /** Whether another item follows, after its comma. */
  #follows(end: string): boolean {
    const mark = this.#next()
    this.#offset++
    if (mark !== ',' && mark !== end) throw this.#syntaxError()
    return mark === ','
  }

  #object(depth: number): Json {
    this.#offset++
    const object: Record<string, Json> = {}
    if (this.#next() === '}') this.#offset++
    else
      do {
        if (this.#next() !== '"') throw this.#syntaxError()
        const name = this.#name(object)
        this.#take(':')
        object[name] = this.value(depth + 1)
      } while (this.#follows('}'))
    return readLiteral(object)
  }

  #name(object: object): string {
    const name = this.#string()
    if (HOSTILE_NAMES.has(name)) throw finalRefusal('forbidden_operator', `${name} is not allowed.`)
    if (RESERVED_NAMES.has(name)) throw finalRefusal('odd_name', 'This field name is not allowed.')
    // JavaScript orders numeric names first, and order matters in a sort.
    if (/^[0-9]+$/.test(name)) throw repairableRefusal('odd_name', 'The name of a field cannot be a number.')
    if (Object.hasOwn(object, name))
      throw repairableRefusal('repeated_name', `${shortened(name)} stands twice in one object.`)
    return name
  }

  #list(depth: number): Json {
    this.#offset++
    const list: Json[] = []
    if (this.#next() === ']') this.#offset++
    else
      do {
        list.push(this.value(depth + 1))
      } while (this.#follows(']'))
    return list
  }

  #string(): string {
    PLAIN_TEXT.lastIndex = this.#offset
    if (PLAIN_TEXT.test(this.#text)) {
      const plain = this.#text.slice(this.#offset + 1, PLAIN_TEXT.lastIndex - 1)
      this.#offset = PLAIN_TEXT.lastIndex
      return plain
    }
    TEXT.lastIndex = this.#offset
    if (!TEXT.test(this.#text)) throw this.#syntaxError()
    const written = this.#text.slice(this.#offset, TEXT.lastIndex)
    const text = unescaped(written)
    if (text === undefined) throw this.#syntaxError()
    if (text.includes('\0') || !text.isWellFormed())
      throw finalRefusal('odd_character', 'Write texts without odd characters.')
    this.#offset = TEXT.lastIndex
    return text
  }

  #plain(): Json {
    NUMBER.lastIndex = this.#offset
    if (NUMBER.test(this.#text)) {
      const number = Number(this.#text.slice(this.#offset, NUMBER.lastIndex))
      if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
        throw repairableRefusal(
          'syntax',
          'Write a number of more than 15 digits as {"$numberLong": "…"} or {"$numberDecimal": "…"}.',
        )
      this.#offset = NUMBER.lastIndex
      return number
    }
    for (const [word, value] of WORDS)
      if (this.#text.startsWith(word, this.#offset)) {
        this.#offset += word.length
        return value
      }
    throw this.#syntaxError()
  }

  #syntaxError(): Error {
    const place = this.#offset >= this.#text.length ? 'at its end' : `near character ${this.#offset + 1}`
    return repairableRefusal(
      'syntax',
      `The query is not valid JSON ${place}. Write one JSON object with names in double quotes, without comments and without JavaScript such as ObjectId(…) or ISODate(…): write {"$oid": "…"} and {"$date": "…"}.`,
    )
  }
}

const unescaped = (written: string): string | undefined => {
  try {
    return String(JSON.parse(written))
  } catch {
    return undefined
  }
}

/** Shortens a name for a hint. */
export const shortened = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}…` : name)
