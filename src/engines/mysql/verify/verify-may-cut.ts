import type { Schema } from '../../../guard/schema.ts'
import { at, list, onlyName } from '../../sql/verify/verify-tree.ts'
import { CUTTING, NUMERIC_FUNCTIONS } from '../language/allow-list.ts'

/** Half of what the shortest packet holds that queries are run with. */
const PACKET_HALF = 32_768

const UNKNOWN = Number.POSITIVE_INFINITY

/** How many bytes a value of that column may have, whichever table it is of. */
type WidthOf = (column: string) => number

/**
 * The verifier's own judgement whether a server may cut something of a statement short: a WITH that goes in rounds, a
 * type that is longer than a packet, or a function whose text is not known to fit in one.
 */
export const verifyMayCut = (statement: unknown, schema: Schema): boolean => {
  const [given, widths] = [namesGiven(statement), widthsOf(schema)]
  return isCut(statement, (name) => (given === undefined || given.has(name) ? UNKNOWN : (widths.get(name) ?? UNKNOWN)))
}

const KNOWN = new WeakMap<Schema, ReadonlyMap<string, number>>()

/** Of columns by name, the widest of those that share one; read once of a schema, however many statements are asked of it. */
const widthsOf = (schema: Schema): ReadonlyMap<string, number> => {
  const known = KNOWN.get(schema)
  if (known !== undefined) return known
  const widths = new Map<string, number>()
  for (const { name, type } of schema.tables.flatMap(({ columns }) => columns)) {
    const before = widths.get(name.toLowerCase()) ?? 0
    widths.set(name.toLowerCase(), Math.max(before, bytesOf(type.toLowerCase())))
  }
  KNOWN.set(schema, widths)
  return widths
}

/** What a declared type may hold; texts without a length may hold anything. */
const bytesOf = (type: string): number => {
  if (/^(?:tinyint|smallint|mediumint|int|integer|bigint|bool|dec|numeric|fixed|float|double|real|bit)/.test(type))
    return 90
  if (/^(?:date|time|year)/.test(type)) return 30
  const [, length] = /^(?:var)?(?:char|binary)\(([0-9]{1,5})\)/.exec(type) ?? []
  return length === undefined ? UNKNOWN : Number(length) * 4
}

/** Names that a statement gives to what it computes; undefined where parts of a UNION go by each other's names. */
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
  if (CUTTING.has(called(call)) && !(lengthOf(value, widthOf) <= PACKET_HALF)) return true
  return Object.values(value).some((part) => isCut(part, widthOf))
}

const declaredLength = (type: unknown): number => {
  if (typeof type !== 'object' || type === null) return Number(type) || 0
  return Object.values(type).reduce<number>((most, part) => Math.max(most, declaredLength(part)), 0)
}

const called = (call: unknown): string => (onlyName(call) ?? '').toLowerCase()

/** What is as long as all that is in it, and what is a number or a date. */
const GATHERING: ReadonlySet<string> = new Set(['Nested', 'Substring', 'Trim', 'Case'])
const NUMBERS: ReadonlySet<string> = new Set(['UnaryOp', 'Extract', 'Floor', 'Ceil', 'Position'])

const lengthOf = (value: unknown, widthOf: WidthOf): number => {
  const [[form, content] = ['', undefined]] = Object.entries(Object(value))
  if (form === 'Value') return Buffer.byteLength(String(at(content, 'value', 'SingleQuotedString') ?? '0'))
  if (form === 'Identifier') return widthOf(String(at(content, 'value')).toLowerCase())
  if (form === 'CompoundIdentifier') return widthOf(String(at(list(content).at(-1), 'value')).toLowerCase())
  if (form === 'BinaryOp') return String(at(content, 'op')).includes('Arrow') ? UNKNOWN : 40
  if (NUMBERS.has(form)) return 40
  if (form === 'Function') return ofCall(content, widthOf)
  if (form === 'Nested') return lengthOf(content, widthOf)
  if (form === 'Cast')
    return Math.max(4 * lengthOf(at(content, 'expr'), widthOf), 4 * declaredLength(at(content, 'data_type')))
  if (!GATHERING.has(form)) return UNKNOWN
  if (form !== 'Case') return lengthOf(at(content, 'expr'), widthOf)
  const results = list(at(content, 'conditions')).map((branch) => at(branch, 'result'))
  return sum([...results, at(content, 'else_result') ?? { Value: '' }], widthOf)
}

const sum = (values: readonly unknown[], widthOf: WidthOf): number =>
  values.reduce<number>((all, one) => all + lengthOf(one, widthOf), 0)

/** How many times as long as all its arguments a function's text may be, and how much longer. */
const GROWTH: ReadonlyMap<string, readonly [times: number, more: number]> = new Map([
  ...'concat coalesce ifnull if nullif greatest least min max left right substr substring mid substring_index'
    .split(' ')
    .concat('trim', 'ltrim', 'rtrim', 'reverse', 'insert')
    .map((name): [string, [number, number]] => [name, [1, 0]]),
  ...['hex', 'quote'].map((name): [string, [number, number]] => [name, [2, 2]]),
  ...['lower', 'lcase', 'upper', 'ucase'].map((name): [string, [number, number]] => [name, [3, 0]]),
  ...['lpad', 'rpad', 'space'].map((name): [string, [number, number]] => [name, [1, 4_000]]),
])

const ofCall = (call: unknown, widthOf: WidthOf): number => {
  const name = called(call)
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
