import type { Schema } from '../../../guard/schema.ts'
import { at, list, onlyName } from '../../sql/verify/verify-tree.ts'
import { NUMERIC_FUNCTIONS, TRUNCATING_FUNCTIONS } from '../language/allow-list.ts'

/** Half of the smallest packet size allowed. */
const PACKET_HALF = 32_768

const UNKNOWN = Number.POSITIVE_INFINITY

/** Maximum bytes of a column's value, over all tables. */
type WidthOf = (column: string) => number

/**
 * The verifier's check whether a server may truncate part of a statement: a recursive WITH, a type longer than a
 * packet, or a function whose text may not fit in one.
 */
export const verifyMayTruncate = (statement: unknown, schema: Schema): boolean => {
  const [defined, widths] = [namesGiven(statement), widthsOf(schema)]
  return isCut(statement, (name) =>
    defined === undefined || defined.has(name) ? UNKNOWN : (widths.get(name) ?? UNKNOWN),
  )
}

const widthsBySchema = new WeakMap<Schema, ReadonlyMap<string, number>>()

/** Maximum widths by column name, over all tables; cached per schema. */
const widthsOf = (schema: Schema): ReadonlyMap<string, number> => {
  const known = widthsBySchema.get(schema)
  if (known !== undefined) return known
  const widths = new Map<string, number>()
  for (const { name, type } of schema.tables.flatMap(({ columns }) => columns)) {
    const before = widths.get(name.toLowerCase()) ?? 0
    widths.set(name.toLowerCase(), Math.max(before, bytesOf(type.toLowerCase())))
  }
  widthsBySchema.set(schema, widths)
  return widths
}

/** Maximum bytes of a declared type; unknown for texts without a length. */
const bytesOf = (type: string): number => {
  if (/^(?:tinyint|smallint|mediumint|int|integer|bigint|bool|dec|numeric|fixed|float|double|real|bit)/.test(type))
    return 90
  if (/^(?:date|time|year)/.test(type)) return 30
  const [, length] = /^(?:var)?(?:char|binary)\(([0-9]{1,5})\)/.exec(type) ?? []
  return length === undefined ? UNKNOWN : Number(length) * 4
}

/** Names that a statement defines; undefined with a UNION, whose parts share names. */
const namesGiven = (value: unknown): Set<string> | undefined => {
  const names = new Set<string>()
  const pending: unknown[] = [value]
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (typeof one !== 'object' || one === null) continue
    if (at(one, 'SetOperation') !== undefined) return undefined
    names.add(String(at(one, 'ExprWithAlias', 'alias', 'value')).toLowerCase())
    for (const column of list(at(one, 'alias', 'columns'))) names.add(String(at(column, 'name', 'value')).toLowerCase())
    for (const part of Object.values(one)) if (typeof part === 'object') pending.push(part)
  }
  return names
}

const isCut = (value: unknown, widthOf: WidthOf): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (at(value, 'with', 'recursive') === true) return true
  if (declaredLength(at(value, 'data_type')) > PACKET_HALF) return true
  const call = at(value, 'Function')
  if (TRUNCATING_FUNCTIONS.has(functionName(call)) && !(lengthOf(value, widthOf) <= PACKET_HALF)) return true
  return Object.values(value).some((part) => isCut(part, widthOf))
}

const declaredLength = (type: unknown): number => {
  if (typeof type !== 'object' || type === null) return Number(type) || 0
  return Object.values(type).reduce<number>((most, part) => Math.max(most, declaredLength(part)), 0)
}

const functionName = (call: unknown): string => (onlyName(call) ?? '').toLowerCase()

/** Forms as long as their parts, and forms that yield numbers or dates. */
const AS_LONG_AS_PARTS: ReadonlySet<string> = new Set(['Nested', 'Substring', 'Trim', 'Case'])
const NUMBERS: ReadonlySet<string> = new Set(['UnaryOp', 'Extract', 'Floor', 'Ceil', 'Position'])

const lengthOf = (value: unknown, widthOf: WidthOf): number => {
  const [[form, content] = ['', undefined]] = Object.entries(Object(value))
  if (form === 'Value') return Buffer.byteLength(String(at(content, 'value', 'SingleQuotedString') ?? '0'))
  if (form === 'Identifier') return widthOf(String(at(content, 'value')).toLowerCase())
  if (form === 'CompoundIdentifier') return widthOf(String(at(list(content).at(-1), 'value')).toLowerCase())
  if (form === 'BinaryOp') return String(at(content, 'op')).includes('Arrow') ? UNKNOWN : 40
  if (NUMBERS.has(form)) return 40
  if (form === 'Function') return callLength(content, widthOf)
  if (form === 'Nested') return lengthOf(content, widthOf)
  if (form === 'Cast')
    return Math.max(4 * lengthOf(at(content, 'expr'), widthOf), 4 * declaredLength(at(content, 'data_type')))
  if (!AS_LONG_AS_PARTS.has(form)) return UNKNOWN
  if (form !== 'Case') return lengthOf(at(content, 'expr'), widthOf)
  const results = list(at(content, 'conditions')).map((branch) => at(branch, 'result'))
  return sum([...results, at(content, 'else_result') ?? { Value: '' }], widthOf)
}

const sum = (values: readonly unknown[], widthOf: WidthOf): number =>
  values.reduce<number>((all, one) => all + lengthOf(one, widthOf), 0)

/** Maximum text length of a function: a factor of its arguments' total, plus a constant. */
const GROWTH: ReadonlyMap<string, readonly [times: number, more: number]> = new Map([
  ...'concat coalesce ifnull if nullif greatest least min max left right substr substring mid substring_index'
    .split(' ')
    .concat('trim', 'ltrim', 'rtrim', 'reverse', 'insert')
    .map((name): [string, [number, number]] => [name, [1, 0]]),
  ...['hex', 'quote'].map((name): [string, [number, number]] => [name, [2, 2]]),
  ...['lower', 'lcase', 'upper', 'ucase'].map((name): [string, [number, number]] => [name, [3, 0]]),
  ...['lpad', 'rpad', 'space'].map((name): [string, [number, number]] => [name, [1, 4_000]]),
])

const callLength = (call: unknown, widthOf: WidthOf): number => {
  const name = functionName(call)
  if (NUMERIC_FUNCTIONS.has(name)) return 40
  const args = list(at(call, 'args', 'List', 'args')).map((one) => at(one, 'Unnamed', 'Expr'))
  const all = sum(args, widthOf)
  const [times, more] = GROWTH.get(name) ?? []
  if (times !== undefined && more !== undefined) return times * all + more
  if (name === 'concat_ws') return all + lengthOf(args[0], widthOf) * args.length
  if (name === 'replace') return lengthOf(args[0], widthOf) * (1 + lengthOf(args[2], widthOf))
  if (name !== 'date_format' && name !== 'time_format' && name !== 'from_unixtime') return UNKNOWN
  const format = at(args[1], 'Value', 'value', 'SingleQuotedString')
  if (args.length === 1) return 40
  return typeof format === 'string' ? 160 * format.length : UNKNOWN
}
