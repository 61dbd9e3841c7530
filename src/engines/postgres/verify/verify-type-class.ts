import { at, list, namesIn } from './verify-tree.ts'

const CLASSES = [
  ['number', 'smallint integer bigint int int2 int4 int8 numeric decimal'],
  ['float', 'real float4 float8 double_precision'],
  ['text', 'text character_varying varchar character char bpchar'],
  ['moment', 'date timestamp timestamptz timestamp_without_time_zone timestamp_with_time_zone'],
  ['clock', 'time time_without_time_zone'],
  ['boolean', 'boolean bool'],
  ['uuid', 'uuid'],
] as const

type TypeClass = (typeof CLASSES)[number][0]

const BY_WORDS: ReadonlyMap<string, TypeClass> = new Map(
  CLASSES.flatMap(([name, types]) => types.split(' ').map((type) => [type, name] as const)),
)

/** Classes of types whose values compare without errors; undefined for all others. */
export const typeClass = (declared: string): TypeClass | undefined => {
  const words = declared
    .toLowerCase()
    .replace(/\(\d+(?:,-?\d+)?\)/, '')
    .replaceAll(' ', '_')
  return BY_WORDS.get(words)
}

/** Whether a value is the current time, the start of a unit of time, or a few units before or after either. */
export const isRelativeTime = (value: unknown, stepsLeft = 2): boolean => {
  const now = String(at(value, 'SQLValueFunction', 'op'))
  if (/^SVFOP_(?:CURRENT_DATE|CURRENT_TIMESTAMP|LOCALTIMESTAMP)$/.test(now)) return true
  const name = namesIn(at(value, 'FuncCall', 'funcname'))?.join('.')
  const args = list(at(value, 'FuncCall', 'args'))
  if (name === 'now') return args.length === 0
  if (name === 'date_trunc') {
    const unit = String(at(args[0], 'A_Const', 'sval', 'sval'))
    const known = /^(?:minute|hour|day|week|month|quarter|year)$/i.test(unit)
    return args.length === 2 && known && isRelativeTime(args[1], stepsLeft)
  }
  const operator = namesIn(at(value, 'A_Expr', 'name'))?.join('.') ?? ''
  const from = at(value, 'A_Expr', 'lexpr')
  if (!/^[-+]$/.test(operator) || stepsLeft === 0 || !isRelativeTime(from, stepsLeft - 1)) return false
  const by = at(value, 'A_Expr', 'rexpr')
  const days = at(by, 'A_Const', 'ival', 'ival') ?? (at(by, 'A_Const', 'ival') === undefined ? undefined : 0)
  if (typeof days === 'number') return at(from, 'SQLValueFunction') !== undefined && Math.abs(days) < 36_526
  const isInterval = namesIn(at(by, 'TypeCast', 'typeName', 'names'))?.at(-1) === 'interval'
  const text = String(at(at(by, 'TypeCast', 'arg'), 'A_Const', 'sval', 'sval'))
  const hasModifier = at(by, 'TypeCast', 'typeName', 'typmods') !== undefined
  return isInterval && !hasModifier && /^\d{1,3} (?:minute|hour|day|week|month|year)s?$/.test(text)
}
