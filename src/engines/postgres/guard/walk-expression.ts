import { finalRefusal, repairableRefusal } from '../../shared/refuse.ts'
import { AGGREGATES, COLLATIONS, OPERATORS, SQL_VALUES, TYPES } from '../language/allow-list.ts'
import { shortened } from '../language/names.ts'
import { fieldsOf, typeNamed } from './database-types.ts'
import { onlyKnownFields, PLAIN_NODES, unsupported } from './node-fields.ts'
import { isNode, isPosition, listAt, nodeAt, type RawNode, stringOf, stringsAt, textAt } from './raw-node.ts'
import { findName, findQualified, type Relation, type ResolvedName, relationNamed, unknownColumn } from './scope.ts'
import type { Walk, WalkContext } from './walk.ts'
import { checkCall } from './walk-call.ts'

/** Checks an expression: every node, name, function, operator and type must be allowed. @throws Refused */
export const walkExpression = (walk: Walk, value: unknown, place: WalkContext): void => {
  const { type, node } = typed(value)
  const plain = PLAIN_NODES.get(type)
  if (plain !== undefined) {
    for (const key in node) {
      const kind = plain[key]
      if (kind === 'node') walkExpression(walk, node[key], place)
      else if (kind === 'nodes') walkExpressions(walk, node[key], place)
      else if (kind === undefined && !isPosition(key)) throw unsupported(key)
    }
    return
  }
  switch (type) {
    case 'ColumnRef':
      walkColumn(walk, node, place)
      return
    case 'A_Expr':
      onlyKnownFields('A_Expr', node)
      checkOperator(node, 'name')
      if (node.lexpr !== undefined) walkExpression(walk, node.lexpr, place)
      walkExpression(walk, node.rexpr, place)
      return
    case 'FuncCall':
      walkCall(walk, node, place)
      return
    case 'TypeCast':
      onlyKnownFields('TypeCast', node)
      checkType(walk, nodeAt(node, 'typeName'))
      walkExpression(walk, node.arg, place)
      return
    case 'SubLink':
      walkSubselect(walk, node, place)
      return
    case 'A_Indirection':
      walkIndirection(walk, node, place)
      return
    case 'CollateClause': {
      const names = stringsAt(onlyKnownFields('CollateClause', node), 'collname') ?? []
      if (names.length !== 1 || !COLLATIONS.has(names[0] ?? '')) throw unsupported('this collation')
      walkExpression(walk, node.arg, place)
      return
    }
    case 'SQLValueFunction':
      onlyKnownFields('SQLValueFunction', node)
      if (!SQL_VALUES.has(textAt(node, 'op') ?? ''))
        throw repairableRefusal('unknown_function', 'Only dates and times can be asked for without parentheses.')
      return
    case 'ParamRef':
      throw finalRefusal('parameter', 'Write values into the query; it has no parameters.')
    default:
      throw unsupported(type)
  }
}

/** Checks a list, if present. */
export const walkExpressions = (walk: Walk, value: unknown, place: WalkContext): void => {
  if (value === undefined) return
  if (!Array.isArray(value)) throw unsupported('this form')
  for (const one of value) walkExpression(walk, one, place)
}

/** The type of a node and its content. */
export const typed = (value: unknown): { readonly type: string; readonly node: RawNode } => {
  if (!isNode(value)) throw unsupported('this form')
  let type: string | undefined
  for (const key in value) {
    if (type !== undefined) throw unsupported('this form')
    type = key
  }
  const node = type === undefined ? undefined : value[type]
  if (type === undefined || !isNode(node)) throw unsupported('this form')
  return { type, node }
}

/** Resolves a column reference, and removes a schema qualifier, which derived tables do not have. */
export const resolveColumn = (node: RawNode, { scope }: WalkContext): ResolvedName => {
  const fields = node.fields
  const names = stringsAt(onlyKnownFields('ColumnRef', node), 'fields')
  if (names === undefined || !Array.isArray(fields) || names.length !== fields.length) throw unsupported('*')
  const [first = '', second, third] = names
  if (second === undefined) return findName(scope, first)
  if (third === undefined) return findQualified(scope, first, second)
  if (names.length > 3) throw unsupported('the name of a database before a table')
  dropSchema(fields, first, second, scope)
  return findQualified(scope, second, third)
}

/** Removes the schema of `schema.table.column`, which refers to an unaliased table of this FROM. */
export const dropSchema = (fields: unknown[], schema: string, table: string, scope: WalkContext['scope']): void => {
  const source = relationNamed(scope, table)?.table
  if (source === undefined || source.hasAlias || (source.access.table.schema ?? 'public') !== schema)
    throw unknownColumn(scope, `${schema}.${table}`, 'column')
  fields.shift()
}

const walkColumn = (walk: Walk, node: RawNode, place: WalkContext): void =>
  recordFound(walk, resolveColumn(node, place))

const recordFound = (walk: Walk, { relation, column }: ResolvedName): void =>
  noteColumns(walk, relation, column === undefined ? relation.columns : [column])

/** Records the columns that a query reads, and those that a grouped query uses outside of aggregates. */
export const noteColumns = (walk: Walk, { table }: Relation, columns: readonly string[]): void => {
  if (table === undefined) return
  const noting = walk.noting && walk.aggregates === 0
  for (const column of columns) {
    table.read.add(column)
    if (noting) table.used.add(column)
  }
}

const walkCall = (walk: Walk, node: RawNode, place: WalkContext): void => {
  const name = checkCall(walk, onlyKnownFields('FuncCall', node))
  const window = nodeAt(node, 'over')
  const aggregate = window === undefined && AGGREGATES.has(name)
  if (aggregate) walk.aggregates++
  walkExpressions(walk, node.args, place)
  walkExpressions(walk, node.agg_order, place)
  if (node.agg_filter !== undefined) walkExpression(walk, node.agg_filter, place)
  if (aggregate) walk.aggregates--
  if (window !== undefined) walkWindow(walk, window, place)
}

export const walkWindow = (walk: Walk, node: RawNode, place: WalkContext): void => {
  onlyKnownFields('WindowDef', node)
  walkExpressions(walk, node.partitionClause, place)
  walkExpressions(walk, node.orderClause, place)
  for (const offset of [node.startOffset, node.endOffset]) if (offset !== undefined) walkExpression(walk, offset, place)
}

const walkSubselect = (walk: Walk, node: RawNode, place: WalkContext): void => {
  onlyKnownFields('SubLink', node)
  if (node.operName !== undefined) checkOperator(node, 'operName')
  if (node.testexpr !== undefined) walkExpression(walk, node.testexpr, place)
  const { type, node: select } = typed(node.subselect)
  if (type !== 'SelectStmt') throw unsupported(type)
  const [name] = walk.query(select, place)
  if (name !== undefined) walk.subselects.set(node, name)
}

/**
 * `(x).name` calls a function if x has no such column, so x must be a relation that lists it. Array elements and slices
 * are safe.
 */
const walkIndirection = (walk: Walk, node: RawNode, place: WalkContext): void => {
  onlyKnownFields('A_Indirection', node)
  const steps = listAt(node, 'indirection')
  if (steps.every((step) => 'A_Indices' in step)) {
    walkExpression(walk, node.arg, place)
    walkExpressions(walk, node.indirection, place)
    return
  }
  const { type, node: arg } = typed(node.arg)
  const [step, ...more] = steps
  const column = stringOf(step)
  if (type !== 'ColumnRef' || more.length > 0 || column === undefined)
    throw unsupported('a field of an expression; write alias.column')
  const { relation, column: whole } = resolveColumn(arg, place)
  if (whole !== undefined && isField(walk, relation, whole, column)) {
    recordFound(walk, { relation, column: whole })
    return
  }
  if (whole !== undefined || !relation.has.has(column)) throw unknownColumn(place.scope, relation.alias, column)
  recordFound(walk, { relation, column })
}

/** Whether a stored composite column has this field. What other names stand for is unknown. */
const isField = (walk: Walk, { table, columns }: Relation, column: string, field: string): boolean => {
  if (table === undefined || columns !== table.access.columns) return false
  const stored = table.access.table.columns.find(({ name }) => name === column)
  return fieldsOf(stored?.type ?? '', walk.tables.types).includes(field)
}

const checkOperator = (node: RawNode, key: string): void => {
  const names = stringsAt(node, key) ?? []
  const [name = ''] = names
  const between = /^(?:NOT )?BETWEEN(?: SYMMETRIC)?$/.test(name)
  if (names.length !== 1 || !(OPERATORS.has(name) || between))
    throw repairableRefusal('unknown_operator', `There is no operator ${shortened(names.join('.'))}.`)
}

const checkType = (walk: Walk, node: RawNode | undefined): void => {
  if (node === undefined) throw unsupported('this cast')
  const names = stringsAt(onlyKnownFields('TypeName', node), 'names') ?? []
  const name = names.at(-1) ?? ''
  const isPlain = TYPES.has(name) && (names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog'))
  if (!isPlain) node.names = enumerationNames(walk, names)
  for (const modifier of listAt(node, 'typmods'))
    if (!('A_Const' in modifier)) throw unsupported('a type with computed length')
}

/** Of user-defined types only enumerations are allowed; others may run arbitrary code. */
const enumerationNames = (walk: Walk, names: readonly string[]): readonly RawNode[] => {
  const type = names.length > 2 ? undefined : typeNamed(names, walk.tables.types)
  if (type?.labels !== undefined) return [type.schema, type.name].map((sval) => ({ String: { sval } }))
  const instead = type?.base === undefined ? '' : ` Cast to ${type.base} instead.`
  throw repairableRefusal('unknown_type', `There is no type ${shortened(names.join('.'))} to cast to.${instead}`)
}
