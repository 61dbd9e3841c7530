import type { Schema } from '../../../guard/schema.ts'
import { isNode, listOf, type RawNode } from '../../sql/guard/tree/raw-tree.ts'
import { CUTTING, NUMERIC_FUNCTIONS, SIZE_MAX } from '../language/allow-list.ts'
import { columnLength } from './column-kind.ts'
import { argumentsOf, functionName, textOf } from './effort/text-sizes.ts'

/** In bytes. A server that takes shorter packets is none that queries are run on (`pinned-session.ts`). */
const SHORT_MAX = 16_384

/** Of one character. */
const WIDTH = 4
/** Numbers, dates, names of days, digests. */
const BRIEF = 150

/**
 * Whether a server may cut something of a query short, and say so in a warning alone: a text that is too long, a list,
 * the rounds of a recursive WITH. Such a query is refused after it ran, so nothing in it may be tried on a row of
 * others; nor may such a row add to the warnings, of which a server keeps the first only.
 *
 * @param tree of the draft
 */
export const mayCut = (tree: unknown, schema: Schema): boolean => {
  const lengths = new Lengths(tree, schema)
  return cuts(tree, lengths)
}

const cuts = (value: unknown, lengths: Lengths): boolean => {
  if (Array.isArray(value)) return value.some((one) => cuts(one, lengths))
  if (!isNode(value)) return false
  for (const [form, content] of Object.entries(value)) {
    if (form === 'with' && isNode(content) && content.recursive === true) return true
    if (form === 'data_type' && sizeIn(content) > SHORT_MAX) return true
    if (form === 'Function' && isNode(content) && CUTTING.has(functionName(content)))
      if (!(lengths.ofCall(content) <= SHORT_MAX)) return true
    if (cuts(content, lengths)) return true
  }
  return false
}

/** The largest number in a type, as in CHAR(20). */
const sizeIn = (type: unknown): number => {
  if (typeof type === 'number') return type
  if (Array.isArray(type)) return Math.max(0, ...type.map(sizeIn))
  return isNode(type) ? Math.max(0, ...Object.values(type).map(sizeIn)) : 0
}

/** How long the texts of expressions are at most, as far as that is known: what is not counts as endless. */
class Lengths {
  /** By name in small letters; a name that the query itself gives may mean anything. */
  readonly #columns = new Map<string, number>()

  constructor(tree: unknown, { tables }: Schema) {
    for (const { columns } of tables)
      for (const { name, type } of columns) {
        const key = name.toLowerCase()
        this.#columns.set(key, Math.max(this.#columns.get(key) ?? 0, columnLength(type)))
      }
    this.#forgetNames(tree)
  }

  #forgetNames(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.#forgetNames(one)
    if (!isNode(value)) return
    // What later parts list comes under the names of the first.
    if (Object.hasOwn(value, 'SetOperation')) this.#columns.clear()
    if (isNode(value.ExprWithAlias)) this.#forget(value.ExprWithAlias.alias)
    if (isNode(value.alias))
      for (const column of listOf(value.alias.columns)) this.#forget(isNode(column) ? column.name : undefined)
    for (const field of Object.values(value)) this.#forgetNames(field)
  }

  #forget(name: unknown): void {
    if (isNode(name)) this.#columns.delete(String(name.value).toLowerCase())
  }

  of(value: unknown): number {
    if (value === null || value === undefined) return 0
    if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + this.of(one), 0)
    if (!isNode(value)) return Number.POSITIVE_INFINITY
    const [[form, content] = ['', undefined]] = Object.entries(value)
    switch (form) {
      case 'Identifier':
        return this.#ofName(content)
      case 'CompoundIdentifier':
        return this.#ofName(listOf(content).at(-1))
      case 'Value':
        return Buffer.byteLength(textOf(value) ?? JSON.stringify(content))
      case 'Nested':
        return this.of(content)
      case 'Substring':
        return isNode(content) ? this.of(content.expr) : Number.POSITIVE_INFINITY
      case 'Trim':
        return isNode(content) ? this.of(content.expr) : Number.POSITIVE_INFINITY
      case 'Case':
        return isNode(content) ? this.#ofCase(content) : Number.POSITIVE_INFINITY
      case 'Function':
        return isNode(content) ? this.ofCall(content) : Number.POSITIVE_INFINITY
      case 'Cast':
        return isNode(content) ? Math.max(BRIEF, sizeIn(content.data_type) * WIDTH, this.of(content.expr) * WIDTH) : 0
      case 'BinaryOp':
        return isNode(content) && String(content.op).endsWith('Arrow') ? Number.POSITIVE_INFINITY : BRIEF
      case 'UnaryOp':
      case 'Extract':
      case 'Floor':
      case 'Ceil':
      case 'Position':
        return BRIEF
      default:
        return Number.POSITIVE_INFINITY
    }
  }

  ofCall(call: RawNode): number {
    const name = functionName(call)
    const args = argumentsOf(call)
    const all = this.of(args)
    if (NUMERIC_FUNCTIONS.has(name)) return BRIEF
    switch (name) {
      case 'date_format':
      case 'time_format':
      case 'from_unixtime':
        // Each sign of the format becomes the name of a day or a month at most.
        return args.length === 1 ? BRIEF : WIDTH * WIDTH * 10 * (textOf(args[1])?.length ?? Number.POSITIVE_INFINITY)
      case 'concat':
      case 'coalesce':
      case 'ifnull':
      case 'if':
      case 'nullif':
      case 'greatest':
      case 'least':
      case 'min':
      case 'max':
      case 'left':
      case 'right':
      case 'substr':
      case 'substring':
      case 'mid':
      case 'substring_index':
      case 'trim':
      case 'ltrim':
      case 'rtrim':
      case 'reverse':
      case 'insert':
        return all
      case 'concat_ws':
        return all + args.length * this.of(args[0])
      case 'hex':
      case 'quote':
        return BRIEF + 2 * all
      case 'replace':
        return this.of(args[0]) * (1 + this.of(args[2]))
      case 'lower':
      case 'lcase':
      case 'upper':
      case 'ucase':
        return WIDTH * all
      case 'lpad':
      case 'rpad':
      case 'space':
        return all + WIDTH * SIZE_MAX
      default:
        return Number.POSITIVE_INFINITY
    }
  }

  #ofCase({ conditions, else_result }: RawNode): number {
    return this.of(listOf(conditions).map((branch) => (isNode(branch) ? branch.result : {}))) + this.of(else_result)
  }

  #ofName(name: unknown): number {
    return (isNode(name) ? this.#columns.get(String(name.value).toLowerCase()) : undefined) ?? Number.POSITIVE_INFINITY
  }
}
