import type { Schema } from '../../../../guard/schema.ts'
import { isNode, listOf, type RawNode } from '../../../sql/guard/tree/raw-tree.ts'

/** In bytes. Servers make no text longer than a packet. */
export const PACKET = 16 * 1024 * 1024
/** The session's limit for GROUP_CONCAT. */
const GROUP_CONCAT_MAX = 65_536
/** For numbers, dates and similar. */
const SHORT = 100
/** Assumed maximum of stored texts: few are longer, even if their column allows more. */
export const STORED_TEXT_MAX = 10_000
/** Bytes per character. */
const BYTES_PER_CHARACTER = 4

/** Stands for names that `*` may include. */
export const ANY_NAME = '*'

type Sizes = ReadonlyMap<string, number>

interface SizedQuery {
  readonly schema: Schema
  /** Upper limit for the size of stored texts. */
  readonly storedMax: number
  /** Expressions by the lower-case names that other parts of the query use for them. */
  readonly definitions: ReadonlyMap<string, readonly unknown[]>
  /** Number of nested queries: a name may be defined through itself this often. */
  readonly queries: number
}

const stored = new WeakMap<Schema, Sizes>()

/** The longest text in columns of a name, over all tables. */
const storedSizes = (schema: Schema): Sizes => {
  const known = stored.get(schema)
  if (known !== undefined) return known
  const sizes = new Map<string, number>()
  for (const { columns } of schema.tables)
    for (const { name, type } of columns) {
      const key = name.toLowerCase()
      sizes.set(key, Math.max(sizes.get(key) ?? 0, declaredSize(type)))
    }
  stored.set(schema, sizes)
  return sizes
}

const NUMBERS = /^(?:tiny|small|medium|big)?int|^(?:integer|decimal|numeric|float|double|real|bit|bool|date|time|year)/i

const declaredSize = (type: string): number => {
  if (NUMBERS.test(type)) return SHORT
  const characters = /^(?:var)?char\(([0-9]{1,6})\)/i.exec(type)?.[1]
  return characters === undefined
    ? STORED_TEXT_MAX
    : Math.min(STORED_TEXT_MAX, BYTES_PER_CHARACTER * Number(characters))
}

/**
 * Estimates the maximum text size of expressions. Names are not scoped: the longest expression of a name counts, and a
 * name defined through itself grows once per enclosing query.
 */
export class TextSizes {
  readonly #columns: Sizes
  readonly #named = new Map<string, number>()

  readonly #storedMax: number

  constructor({ schema, storedMax, definitions, queries }: SizedQuery) {
    this.#columns = storedSizes(schema)
    this.#storedMax = storedMax
    for (let round = 0, grown = true; grown; round++) {
      grown = false
      for (const [name, expressions] of definitions) {
        const size = Math.max(0, ...expressions.map((expression) => this.of(expression)))
        if (size <= (this.#named.get(name) ?? 0)) continue
        this.#named.set(name, round <= queries ? size : PACKET)
        grown = true
      }
    }
  }

  of(value: unknown): number {
    return Math.min(PACKET, this.#of(value))
  }

  #of(value: unknown): number {
    if (Array.isArray(value)) return this.#sum(value)
    if (!isNode(value)) return typeof value === 'string' ? Buffer.byteLength(value) : 0
    if (Object.hasOwn(value, 'body')) return this.#ofBody(value.body)
    const [entry, ...more] = Object.entries(value)
    if (entry === undefined || more.length > 0) return this.#sum(Object.values(value))
    const [form, content] = entry
    switch (form) {
      case 'Identifier':
        return this.#ofName(isNode(content) ? content.value : undefined)
      case 'CompoundIdentifier':
        return this.#of({ Identifier: listOf(content).at(-1) })
      case 'BinaryOp':
        return isNode(content) && String(content.op).endsWith('Arrow') ? this.of(content.left) : SHORT
      case 'Function':
        return isNode(content) ? this.ofCall(functionName(content), argumentsOf(content)) : PACKET
      case 'Substring':
        return isNode(content)
          ? Math.min(this.of(content.expr), BYTES_PER_CHARACTER * numberOf(content.substring_for))
          : PACKET
      default:
        return this.#of(content)
    }
  }

  #sum(values: readonly unknown[]): number {
    return values.reduce<number>((sum, one) => sum + this.#of(one), 0)
  }

  /** The longest cell of a query. */
  #ofBody(body: unknown): number {
    if (!isNode(body)) return PACKET
    if (isNode(body.SetOperation))
      return Math.max(...['left', 'right'].map((side) => this.#ofBody(fieldOf(body, side))))
    if (isNode(body.Query)) return this.#ofBody(body.Query.body)
    const items = isNode(body.Select) ? listOf(body.Select.projection) : []
    return Math.max(SHORT, ...items.map((item) => this.of(isNode(item) ? (Object.values(item)[0] ?? item) : item)))
  }

  #ofName(name: unknown): number {
    if (typeof name !== 'string') return PACKET
    const key = name.toLowerCase()
    const stored = Math.min(this.#columns.get(key) ?? SHORT, this.#storedMax)
    return Math.max(stored, this.#named.get(key) ?? 0, this.#named.get(ANY_NAME) ?? 0)
  }

  /** Maximum size of a function's result. */
  ofCall(name: string, args: readonly unknown[]): number {
    const [first, second, third] = args
    const all = this.#sum(args)
    switch (name) {
      case 'replace':
        return this.of(first) * growth(this.of(third), textOf(second))
      case 'regexp_replace':
        return (this.of(first) + 1) * (textOf(third) === undefined ? PACKET : this.of(third) + 1)
      case 'left':
      case 'right':
        return Math.min(this.of(first), BYTES_PER_CHARACTER * numberOf(second))
      case 'substring':
      case 'substr':
      case 'mid':
        return Math.min(this.of(first), BYTES_PER_CHARACTER * numberOf(third))
      case 'repeat':
        return this.of(first) * numberOf(second)
      case 'lpad':
      case 'rpad':
        return Math.max(all, BYTES_PER_CHARACTER * numberOf(second))
      case 'space':
        return numberOf(first)
      case 'hex':
      case 'quote':
        return 2 * all
      case 'json_quote':
      case 'json_object':
      case 'json_array':
        return 6 * all
      case 'concat_ws':
        return all + args.length * this.of(first)
      case 'export_set':
        return 64 * all
      case 'group_concat':
      case 'json_arrayagg':
        return GROUP_CONCAT_MAX
      case 'json_objectagg':
        return PACKET
      case 'json_search':
      case 'date_format':
      case 'time_format':
      case 'from_unixtime':
        return 16 * all
      default:
        return Math.max(SHORT, all)
    }
  }
}

/** Factor by which a text may grow through replacement. */
export const growth = (replacement: number, searched: string | undefined): number =>
  Math.max(1, replacement / Math.max(1, Buffer.byteLength(searched ?? '')))

export const functionName = ({ name }: RawNode): string => {
  const word = fieldOf(listOf(name)[0], 'Identifier')
  return isNode(word) ? String(word.value).toLowerCase() : ''
}

/** The expressions among a function's arguments, without clauses. */
export const argumentsOf = ({ args }: RawNode): readonly unknown[] =>
  listOf(fieldOf(fieldOf(args, 'List'), 'args')).map((one) => fieldOf(fieldOf(one, 'Unnamed'), 'Expr'))

/** The text of a literal. */
export const textOf = (expression: unknown): string | undefined => {
  const text = fieldOf(fieldOf(fieldOf(expression, 'Value'), 'value'), 'SingleQuotedString')
  return typeof text === 'string' ? text : undefined
}

/** The number of a literal; infinity for other expressions. */
const numberOf = (expression: unknown): number => {
  const [digits] = listOf(fieldOf(fieldOf(fieldOf(expression, 'Value'), 'value'), 'Number'))
  return typeof digits === 'string' ? Number(digits) : Number.POSITIVE_INFINITY
}

const fieldOf = (value: unknown, key: string): unknown => (isNode(value) ? value[key] : undefined)
