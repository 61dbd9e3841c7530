import type { Schema } from '../../../guard/schema.ts'
import { isNode, listOf, type RawNode } from '../../sql/guard/tree/raw-tree.ts'
import { NUMERIC_FUNCTIONS, SIZE_MAX, TRUNCATING_FUNCTIONS } from '../language/allow-list.ts'
import { columnLength } from './column-kind.ts'
import { argumentsOf, functionName, textOf } from './effort/text-sizes.ts'

/** In bytes; servers with smaller packets are refused (`pinned-session.ts`). */
const SHORT_MAX = 16_384

/** Bytes per character. */
const BYTES_PER_CHARACTER = 4
/** For numbers, dates, names of days, digests. */
const SHORT_VALUE = 150

/**
 * Whether a server may truncate part of a query with only a warning: a too long text, a list, or the iterations of a
 * recursive WITH. Such a query is refused after it ran, so it must not touch rows of other tenants; nor may these add
 * to the warnings, of which a server keeps only the first.
 *
 * @param tree the draft's syntax tree
 */
export const mayTruncate = (tree: unknown, schema: Schema): boolean => {
  const lengths = new Lengths(tree, schema)
  return cutsAny(tree, lengths)
}

const cutsAny = (value: unknown, lengths: Lengths): boolean => {
  if (Array.isArray(value)) return value.some((one) => cutsAny(one, lengths))
  if (!isNode(value)) return false
  for (const [form, content] of Object.entries(value)) {
    if (form === 'with' && isNode(content) && content.recursive === true) return true
    if (form === 'data_type' && sizeIn(content) > SHORT_MAX) return true
    if (form === 'Function' && isNode(content) && TRUNCATING_FUNCTIONS.has(functionName(content)))
      if (!(lengths.ofCall(content) <= SHORT_MAX)) return true
    if (cutsAny(content, lengths)) return true
  }
  return false
}

/** The largest number in a type, as in CHAR(20). */
const sizeIn = (type: unknown): number => {
  if (typeof type === 'number') return type
  if (Array.isArray(type)) return Math.max(0, ...type.map(sizeIn))
  return isNode(type) ? Math.max(0, ...Object.values(type).map(sizeIn)) : 0
}

/** Maximum text lengths of expressions; infinity if unknown. */
class Lengths {
  /** By lower-case name, except names that the query itself defines. */
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
    // Columns of later parts have the names of the first part.
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
        return isNode(content)
          ? Math.max(
              SHORT_VALUE,
              sizeIn(content.data_type) * BYTES_PER_CHARACTER,
              this.of(content.expr) * BYTES_PER_CHARACTER,
            )
          : 0
      case 'BinaryOp':
        return isNode(content) && String(content.op).endsWith('Arrow') ? Number.POSITIVE_INFINITY : SHORT_VALUE
      case 'UnaryOp':
      case 'Extract':
      case 'Floor':
      case 'Ceil':
      case 'Position':
        return SHORT_VALUE
      default:
        return Number.POSITIVE_INFINITY
    }
  }

  ofCall(call: RawNode): number {
    const name = functionName(call)
    const args = argumentsOf(call)
    const all = this.of(args)
    if (NUMERIC_FUNCTIONS.has(name)) return SHORT_VALUE
    switch (name) {
      case 'date_format':
      case 'time_format':
      case 'from_unixtime':
        // Each format character yields at most the name of a day or month.
        return args.length === 1
          ? SHORT_VALUE
          : BYTES_PER_CHARACTER * BYTES_PER_CHARACTER * 10 * (textOf(args[1])?.length ?? Number.POSITIVE_INFINITY)
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
        return SHORT_VALUE + 2 * all
      case 'replace':
        return this.of(args[0]) * (1 + this.of(args[2]))
      case 'lower':
      case 'lcase':
      case 'upper':
      case 'ucase':
        return BYTES_PER_CHARACTER * all
      case 'lpad':
      case 'rpad':
      case 'space':
        return all + BYTES_PER_CHARACTER * SIZE_MAX
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
