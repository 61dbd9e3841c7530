import type { ValueClass } from './verify-failures.ts'
import { at, list, namesIn } from './verify-tree.ts'

type ClassOf = (value: unknown) => ValueClass | undefined

/**
 * The class of a total function or cast: letters and lengths of texts, date parts, texts of printable values, COALESCE.
 *
 * @param classOf returns the class of an argument
 */
export const totalClass = (value: unknown, classOf: ClassOf): ValueClass | undefined => {
  const choices = at(value, 'CoalesceExpr', 'args')
  if (choices !== undefined) return sharedClass(list(choices).map(classOf))
  const cast = at(value, 'TypeCast')
  if (cast !== undefined) return castClass(cast, classOf)
  const call = at(value, 'FuncCall')
  const [name = '', ...rest] = (namesIn(at(call, 'funcname')) ?? []).filter((word) => word !== 'pg_catalog')
  const special = ['over', 'agg_order', 'agg_filter', 'agg_distinct', 'agg_star'].some(
    (key) => at(call, key) !== undefined,
  )
  const args = list(at(call, 'args'))
  if (call === undefined || special || rest.length > 0) return undefined
  if (args.length === 1 && /^(?:lower|upper|[blr]trim)$/.test(name)) return textOnly(classOf(args[0]), 'text')
  if (args.length === 1 && /^(?:length|char(?:acter)?_length)$/.test(name)) return textOnly(classOf(args[0]), 'number')
  if (args.length !== 2) return undefined
  if (/^(?:left|right)$/.test(name))
    return at(args[1], 'A_Const', 'ival') === undefined ? undefined : textOnly(classOf(args[0]), 'text')
  const unit = String(at(args[0], 'A_Const', 'sval', 'sval'))
  if (!/^(?:(?:iso)?year|quarter|month|week|day|(?:iso)?dow|doy)$/i.test(unit) || classOf(args[1]) !== 'moment')
    return undefined
  return name === 'extract' ? 'number' : undefined
}

const textOnly = (found: ValueClass | undefined, gives: ValueClass): ValueClass | undefined =>
  found === 'text' ? gives : undefined

const sharedClass = (classes: readonly (ValueClass | undefined)[]): ValueClass | undefined => {
  const [only, ...others] = classes.filter((one) => one !== 'constant')
  return others.length === 0 && only !== 'computed' ? only : undefined
}

const castClass = (cast: unknown, classOf: ClassOf): ValueClass | undefined => {
  const type = at(cast, 'typeName')
  const [name, ...rest] = (namesIn(at(type, 'names')) ?? []).filter((word) => word !== 'pg_catalog')
  const hasModifier = at(type, 'typmods') !== undefined || at(type, 'arrayBounds') !== undefined
  const from = classOf(at(cast, 'arg'))
  if (hasModifier || rest.length > 0 || from === undefined) return undefined
  if (name === 'date') return from === 'moment' ? 'moment' : undefined
  const printable = ['number', 'float', 'text', 'moment', 'uuid', 'label'].includes(from)
  return printable && (name === 'text' || name === 'varchar') ? 'text' : undefined
}
