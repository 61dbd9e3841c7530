import type { ValueKind } from './database-types.ts'
import type { ComparableKind, KnownNames } from './known-names.ts'
import { integerConstant, listAt, nodeAt, type RawNode, stringsAt } from './raw-node.ts'

type KindOf = (value: RawNode, names: KnownNames) => ComparableKind | undefined

/** Functions that return a value for every text, and its kind. */
const OF_TEXT: ReadonlyMap<string, ValueKind> = new Map([
  ...['lower', 'upper', 'btrim', 'ltrim', 'rtrim'].map((name) => [name, 'text'] as const),
  ...['length', 'char_length', 'character_length'].map((name) => [name, 'exact'] as const),
])

/** Date parts that exist for every date and timestamp. */
const PARTS: ReadonlySet<string> = new Set('year quarter month week day dow doy isodow isoyear'.split(' '))

/** Kinds that can be cast to text without an error. */
const TEXT_CASTABLE: ReadonlySet<ComparableKind> = new Set<ComparableKind>([
  'exact',
  'float',
  'text',
  'moment',
  'uuid',
  'label',
])

/**
 * The kind of a total function or cast, which returns a value for every argument and so may be evaluated on rows of
 * others. Excludes everything that may overflow, divide, parse, look up units or lengthen texts.
 *
 * @param kindOf returns the kind of an argument
 * @returns undefined for every other expression
 */
export const totalKind = (value: RawNode, names: KnownNames, kindOf: KindOf): ComparableKind | undefined => {
  const call = nodeAt(value, 'FuncCall')
  if (call !== undefined) return callKind(call, names, kindOf)
  const cast = nodeAt(value, 'TypeCast')
  if (cast !== undefined) return castKind(cast, names, kindOf)
  const several = nodeAt(value, 'CoalesceExpr')
  if (several === undefined) return undefined
  const kinds = listAt(several, 'args').map((one) => kindOf(one, names))
  // Values of one kind may have two types, which would require a cast.
  const [only, ...others] = kinds.filter((kind) => kind !== 'constant')
  return kinds.includes(undefined) || kinds.includes('computed') || others.length > 0 ? undefined : only
}

const callKind = (call: RawNode, names: KnownNames, kindOf: KindOf): ComparableKind | undefined => {
  const words = stringsAt(call, 'funcname') ?? []
  const [name = ''] = words.slice(-1)
  const [first, second, ...more] = listAt(call, 'args')
  const isOwn = words.length === 1 || (words.length === 2 && words[0] === 'pg_catalog')
  const isBare = ['over', 'agg_order', 'agg_filter', 'agg_distinct', 'agg_star'].every((key) => call[key] === undefined)
  if (!isOwn || !isBare || first === undefined || more.length > 0) return undefined
  if (second === undefined) return kindOf(first, names) === 'text' ? OF_TEXT.get(name) : undefined
  if (name === 'left' || name === 'right')
    return kindOf(first, names) === 'text' && integerConstant(second) !== undefined ? 'text' : undefined
  const part = stringOfConstant(first)
  // date_part converts dates to timestamps first, which fails for distant ones.
  const isPart = name === 'extract' && part !== undefined && PARTS.has(part)
  return isPart && kindOf(second, names) === 'moment' ? 'exact' : undefined
}

const stringOfConstant = (value: RawNode): string | undefined => {
  const text = nodeAt(nodeAt(value, 'A_Const') ?? {}, 'sval')
  return typeof text?.sval === 'string' ? text.sval.toLowerCase() : undefined
}

/** Casts to text, and of timestamps to date. */
const castKind = (cast: RawNode, names: KnownNames, kindOf: KindOf): ComparableKind | undefined => {
  const type = nodeAt(cast, 'typeName') ?? {}
  const arg = nodeAt(cast, 'arg')
  if (arg === undefined || type.typmods !== undefined || type.arrayBounds !== undefined) return undefined
  const [name = '', ...more] = (stringsAt(type, 'names') ?? []).filter((word) => word !== 'pg_catalog')
  const kind = kindOf(arg, names)
  if (kind === undefined || more.length > 0) return undefined
  if (name === 'date') return kind === 'moment' ? 'moment' : undefined
  return (name === 'text' || name === 'varchar') && TEXT_CASTABLE.has(kind) ? 'text' : undefined
}
