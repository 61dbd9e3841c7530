import { SQL_VALUES } from '../language/allow-list.ts'
import { listAt, nodeAt, type RawNode, stringOf, stringsAt, textAt, typeOf } from './raw-node.ts'

/** Names of the result columns of sub-selects, as far as known. */
type SubselectNames = ReadonlyMap<RawNode, string>

const UNNAMED = '?column?'

/** The name that PostgreSQL gives a result column without an alias (`FigureColname` of its parser). */
export const outputName = (value: RawNode, subselects: SubselectNames): string =>
  figureName(value, subselects)?.name ?? UNNAMED

interface FiguredName {
  readonly name: string
  /** Whether a surrounding cast or CASE may replace it. */
  readonly weak?: boolean
}

const figureName = (value: RawNode, subselects: SubselectNames): FiguredName | undefined => {
  const type = typeOf(value)
  const node = type === undefined ? undefined : nodeAt(value, type)
  if (node === undefined || type === undefined) return undefined
  switch (type) {
    case 'ColumnRef':
      return lastName(listAt(node, 'fields'))
    case 'A_Indirection': {
      const arg = nodeAt(node, 'arg')
      return lastName(listAt(node, 'indirection')) ?? (arg && figureName(arg, subselects))
    }
    case 'FuncCall':
      return lastName(listAt(node, 'funcname'))
    case 'A_Expr':
      return textAt(node, 'kind') === 'AEXPR_NULLIF' ? { name: 'nullif' } : undefined
    case 'TypeCast': {
      const arg = nodeAt(node, 'arg')
      const inner = arg && figureName(arg, subselects)
      if (inner !== undefined && inner.weak !== true) return inner
      const typeName = nodeAt(node, 'typeName')
      const name = typeName && stringsAt(typeName, 'names')?.at(-1)
      return name === undefined ? undefined : { name, weak: true }
    }
    case 'CollateClause': {
      const arg = nodeAt(node, 'arg')
      return arg && figureName(arg, subselects)
    }
    case 'CaseExpr': {
      const otherwise = nodeAt(node, 'defresult')
      const inner = otherwise && figureName(otherwise, subselects)
      return inner !== undefined && inner.weak !== true ? inner : { name: 'case', weak: true }
    }
    case 'SubLink':
      return subLinkName(node, subselects)
    case 'MinMaxExpr':
      return { name: textAt(node, 'op') === 'IS_LEAST' ? 'least' : 'greatest' }
    case 'SQLValueFunction': {
      const name = SQL_VALUES.get(textAt(node, 'op') ?? '')
      return name === undefined ? undefined : { name }
    }
    default: {
      const name = FIXED_NAMES[type]
      return name === undefined ? undefined : { name }
    }
  }
}

const FIXED_NAMES: Readonly<Record<string, string>> = {
  GroupingFunc: 'grouping',
  A_ArrayExpr: 'array',
  RowExpr: 'row',
  CoalesceExpr: 'coalesce',
}

const subLinkName = (node: RawNode, subselects: SubselectNames): FiguredName | undefined => {
  switch (textAt(node, 'subLinkType')) {
    case 'EXISTS_SUBLINK':
      return { name: 'exists' }
    case 'ARRAY_SUBLINK':
      return { name: 'array' }
    case 'EXPR_SUBLINK': {
      const name = subselects.get(node)
      return name === undefined ? undefined : { name }
    }
    default:
      return undefined
  }
}

const lastName = (fields: readonly RawNode[]): FiguredName | undefined => {
  for (let index = fields.length - 1; index >= 0; index--) {
    const name = stringOf(fields[index])
    if (name !== undefined) return { name }
  }
  return undefined
}
