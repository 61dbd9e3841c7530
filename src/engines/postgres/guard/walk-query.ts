import { repairableRefusal } from '../../shared/refuse.ts'
import { addDependentColumns } from './group-key.ts'
import { onlyKnownFields, unsupported } from './node-fields.ts'
import { outputName } from './output-name.ts'
import { isNode, listAt, nodeAt, type RawNode, stringOf, stringsAt, textAt } from './raw-node.ts'
import { type Relation, relationNamed, relationOf, unknownColumn } from './scope.ts'
import type { Walk, WalkContext } from './walk.ts'
import {
  dropSchema,
  noteColumns,
  resolveColumn,
  typed,
  walkExpression,
  walkExpressions,
  walkWindow,
} from './walk-expression.ts'
import { type Source, walkFrom } from './walk-from.ts'
import { openWith } from './with-scope.ts'

type OnFirstPart = (columns: readonly string[]) => void

/** Checks a query with all its clauses. @returns the names of its result columns @throws Refused */
export const walkQuery = (
  walk: Walk,
  select: RawNode,
  place: WalkContext,
  onFirstPart?: OnFirstPart,
): readonly string[] => {
  onlyKnownFields('SelectStmt', select)
  const clause = nodeAt(select, 'withClause')
  const context = clause === undefined ? place : { scope: place.scope, withs: openWith(walk, clause, place) }
  const columns =
    select.op === 'SETOP_NONE'
      ? walkSelect(walk, select, context, onFirstPart)
      : walkSetOperation(walk, select, context, onFirstPart)
  walk.countColumns(columns.length)
  for (const limit of [select.limitCount, select.limitOffset])
    if (limit !== undefined) walkExpression(walk, limit, context)
  return columns
}

/** The first part names the columns, which alone are visible to ORDER BY. */
const walkSetOperation = (
  walk: Walk,
  select: RawNode,
  place: WalkContext,
  onFirstPart?: OnFirstPart,
): readonly string[] => {
  const [left, right] = [nodeAt(select, 'larg'), nodeAt(select, 'rarg')]
  if (left === undefined || right === undefined) throw unsupported('this form')
  const columns = walk.query(left, place, onFirstPart)
  onFirstPart?.(columns)
  walk.query(right, place)
  walkSort(walk, select, columns, {
    ...place,
    scope: { relations: [relationOf(undefined, columns)], outer: place.scope },
  })
  return columns
}

const walkSelect = (walk: Walk, select: RawNode, place: WalkContext, onFirstPart?: OnFirstPart): readonly string[] => {
  const rows = select.valuesLists
  if (rows !== undefined) return walkValues(walk, select, listAt(select, 'valuesLists'), place)
  const noting = walk.noting
  const from = walkFrom(walk, select, place)
  const clauseContext: WalkContext = { withs: place.withs, scope: { relations: from.relations, outer: place.scope } }
  if (select.whereClause !== undefined) walkExpression(walk, select.whereClause, clauseContext)
  const grouped = listAt(select, 'groupClause').length > 0
  const aggregates = walk.aggregates
  walk.aggregates = 0
  walk.noting = noting || grouped
  const columns: string[] = []
  for (const target of listAt(select, 'targetList')) columns.push(...walkTarget(walk, target, from, clauseContext))
  onFirstPart?.(columns)
  if (select.havingClause !== undefined) walkExpression(walk, select.havingClause, clauseContext)
  for (const window of listAt(select, 'windowClause')) walkWindow(walk, windowOf(window), clauseContext)
  walkSort(walk, select, columns, clauseContext)
  walk.noting = noting
  walk.aggregates = aggregates
  walkGroups(walk, select, columns, clauseContext)
  if (grouped) addDependentColumns(select, from.relations)
  return columns
}

const walkValues = (walk: Walk, select: RawNode, rows: readonly RawNode[], place: WalkContext): readonly string[] => {
  let width = 0
  for (const row of rows) {
    const items = listAt(nodeAt(row, 'List') ?? {}, 'items')
    walkExpressions(walk, items, place)
    width = Math.max(width, items.length)
  }
  const columns = Array.from({ length: width }, (_, index) => `column${index + 1}`)
  walkSort(walk, select, columns, {
    ...place,
    scope: { relations: [relationOf(undefined, columns)], outer: place.scope },
  })
  return columns
}

const windowOf = (window: RawNode): RawNode => {
  const { type, node } = typed(window)
  if (type !== 'WindowDef') throw unsupported(type)
  return node
}

const walkTarget = (walk: Walk, target: RawNode, from: Source, place: WalkContext): readonly string[] => {
  const { type, node } = typed(target)
  if (type !== 'ResTarget') throw unsupported(type)
  const value = nodeAt(onlyKnownFields('ResTarget', node), 'val')
  if (value === undefined) throw unsupported('this form')
  const star = starOf(value, place)
  if (star !== undefined) {
    if (from.columns.length === 0) throw repairableRefusal('unsupported', 'SELECT * needs a table to select from.')
    for (const relation of star === 'all' ? from.relations : [star]) noteColumns(walk, relation, relation.columns)
    return star === 'all' ? from.columns : star.columns
  }
  walkExpression(walk, value, place)
  return [textAt(node, 'name') ?? outputName(value, walk.subselects)]
}

/** `*`, `alias.*`, `schema.table.*` and `(alias).*` */
const starOf = (value: RawNode, place: WalkContext): Relation | 'all' | undefined => {
  const indirection = nodeAt(value, 'A_Indirection')
  const [step, ...more] = indirection === undefined ? [] : listAt(indirection, 'indirection')
  if (indirection !== undefined && step !== undefined && 'A_Star' in step && more.length === 0) {
    onlyKnownFields('A_Indirection', indirection)
    const { type, node } = typed(indirection.arg)
    if (type !== 'ColumnRef') throw unsupported('all fields of an expression')
    const { relation, column } = resolveColumn(node, place)
    if (column !== undefined) throw unsupported('all fields of a column')
    return relation
  }
  const reference = nodeAt(value, 'ColumnRef')
  const fields = reference?.fields
  if (reference === undefined || !Array.isArray(fields)) return undefined
  const parts = listAt(onlyKnownFields('ColumnRef', reference), 'fields')
  if (parts.length !== fields.length || !('A_Star' in (parts.at(-1) ?? {}))) return undefined
  const names = parts.slice(0, -1).map((part) => stringOf(part) ?? '')
  const alias = names.at(-1)
  if (alias === undefined) return 'all'
  if (names.length > 2) throw unsupported('the name of a database before a table')
  if (names.length === 2) dropSchema(fields, names[0] ?? '', alias, place.scope)
  const relation = relationNamed(place.scope, alias)
  if (relation === undefined) throw unknownColumn(place.scope, alias, '*')
  return relation
}

/** An unqualified name in ORDER BY or DISTINCT ON refers to a result column first. */
const walkSort = (walk: Walk, select: RawNode, columns: readonly string[], place: WalkContext): void => {
  for (const sort of listAt(select, 'sortClause')) {
    const { type, node } = typed(sort)
    if (type !== 'SortBy') throw unsupported(type)
    if (!isOneOf(node.node, columns)) walkExpression(walk, sort, place)
    else walkExpression(walk, { SortBy: { ...node, node: { A_Const: {} } } }, place)
  }
  for (const one of listAt(select, 'distinctClause'))
    if (Object.keys(one).length > 0 && !isOneOf(one, columns)) walkExpression(walk, one, place)
}

/** An unqualified name in GROUP BY refers to a table column first, then to a result column. */
const walkGroups = (walk: Walk, select: RawNode, columns: readonly string[], place: WalkContext): void => {
  const relations = place.scope?.relations ?? []
  const walkGroup = (item: RawNode): void => {
    for (const [type, list] of GROUP_LISTS) {
      const node = nodeAt(item, type)
      if (node === undefined) continue
      walkExpression(walk, { [type]: { ...node, [list]: [] } }, place)
      for (const one of listAt(node, list)) walkGroup(one)
      return
    }
    const name = bareName(item)
    const isColumn = name !== undefined && relations.some(({ has }) => has.has(name))
    if (isColumn || !isOneOf(item, columns)) walkExpression(walk, item, place)
  }
  for (const item of listAt(select, 'groupClause')) walkGroup(item)
}

const GROUP_LISTS = [
  ['GroupingSet', 'content'],
  ['RowExpr', 'args'],
] as const

const bareName = (value: unknown): string | undefined => {
  const reference = isNode(value) ? nodeAt(value, 'ColumnRef') : undefined
  const names = reference && stringsAt(reference, 'fields')
  return names?.length === 1 ? names[0] : undefined
}

const isOneOf = (value: unknown, columns: readonly string[]): boolean => {
  const name = bareName(value)
  return name !== undefined && columns.includes(name)
}
