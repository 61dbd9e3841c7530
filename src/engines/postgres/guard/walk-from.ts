import { repairableRefusal } from '../../shared/refuse.ts'
import { ROW_FUNCTION_COLUMNS, ROW_FUNCTIONS } from '../language/allow-list.ts'
import { shortened } from '../language/names.ts'
import { onlyKnownFields, unsupported } from './node-fields.ts'
import { listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import {
  markAllRead,
  type Relation,
  refuseDuplicateAliases,
  relationOf,
  type Scope,
  type TableSource,
  unknownColumn,
} from './scope.ts'
import type { TableRead, Walk, WalkContext } from './walk.ts'
import { checkCall } from './walk-call.ts'
import { typed, walkExpression } from './walk-expression.ts'

/** The result of one FROM item: its relations, and all columns in the order of `*`. */
export interface Source {
  readonly relations: readonly Relation[]
  readonly columns: readonly string[]
}

/** Checks the FROM clause of a query. @returns its relations and the columns of `*` @throws RefusalError */
export const walkFrom = (walk: Walk, select: RawNode, place: WalkContext): Source => {
  const items = select.fromClause
  let source: Source = { relations: [], columns: [] }
  if (!Array.isArray(items)) return source
  for (const [index, item] of items.entries()) {
    const found = walkItem(walk, item, (other) => items.splice(index, 1, other), source.relations, place)
    source = index === 0 ? found : combine(source, found)
  }
  refuseDuplicateAliases(source.relations)
  return source
}

const combine = (left: Source, right: Source): Source => ({
  relations: [...left.relations, ...right.relations],
  columns: [...left.columns, ...right.columns],
})

/** @param put replaces this item @param left the relations that LATERAL sees */
const walkItem = (
  walk: Walk,
  item: unknown,
  put: TableRead['replace'],
  left: readonly Relation[],
  place: WalkContext,
): Source => {
  const { type, node } = typed(item)
  switch (type) {
    case 'RangeVar':
      return singleSource(walkTable(walk, node, put, place))
    case 'RangeSubselect':
      return singleSource(walkDerived(walk, node, left, place))
    case 'RangeFunction':
      return singleSource(walkFunction(walk, node, left, place))
    case 'JoinExpr':
      return walkJoin(walk, node, left, place)
    case 'RangeTableSample':
      throw unsupported('TABLESAMPLE')
    default:
      throw unsupported(type)
  }
}

const singleSource = (relation: Relation): Source => ({ relations: [relation], columns: relation.columns })

const walkTable = (walk: Walk, node: RawNode, replace: TableRead['replace'], { withs }: WalkContext): Relation => {
  const schema = textAt(onlyKnownFields('RangeVar', node), 'schemaname')
  const name = textAt(node, 'relname') ?? ''
  const alias = aliasOf(node)
  if (schema === undefined) {
    for (let at = withs; at !== undefined; at = at.outer) {
      const columns = at.columns(name)
      if (columns !== undefined) return named(alias?.name ?? name, rename(columns, alias))
    }
  }
  const access = walk.tables.find(schema, name)
  const table: TableSource = { access, hasAlias: alias !== undefined, read: new Set(), used: new Set() }
  walk.read({ source: table, table: node, replace })
  // A column list after the alias is matched by position.
  if (alias !== undefined && alias.columns.length > 0) for (const column of access.columns) table.read.add(column)
  return relationOf(alias?.name ?? name, rename(access.columns, alias), table)
}

const walkDerived = (walk: Walk, node: RawNode, left: readonly Relation[], place: WalkContext): Relation => {
  const lateral = onlyKnownFields('RangeSubselect', node).lateral === true
  const { type, node: select } = typed(node.subquery)
  if (type !== 'SelectStmt') throw unsupported(type)
  const alias = aliasOf(node)
  return named(alias?.name, rename(walk.query(select, lateral ? withRelations(left, place) : place), alias))
}

const walkFunction = (walk: Walk, node: RawNode, left: readonly Relation[], place: WalkContext): Relation => {
  onlyKnownFields('RangeFunction', node)
  const alias = aliasOf(node)
  const functions = listAt(node, 'functions')
  let name: string | undefined
  const columns = functions.flatMap((one) => {
    const [call, definitions, ...more] = listAt(nodeAt(one, 'List') ?? {}, 'items')
    if (call === undefined || more.length > 0 || Object.keys(definitions ?? {}).length > 0)
      throw unsupported('a list of column definitions')
    name ??= stringsAt(nodeAt(call, 'FuncCall') ?? {}, 'funcname')?.at(-1)
    return functionColumns(walk, call, functions.length === 1 ? alias?.name : undefined, withRelations(left, place))
  })
  return named(alias?.name ?? name, rename(node.ordinality === true ? [...columns, 'ordinality'] : columns, alias))
}

const functionColumns = (
  walk: Walk,
  call: RawNode,
  alias: string | undefined,
  place: WalkContext,
): readonly string[] => {
  const { type, node } = typed(call)
  if (type !== 'FuncCall') throw unsupported('this form in FROM')
  const name = checkCall(walk, node)
  if (!ROW_FUNCTIONS.has(name)) throw repairableRefusal('unknown_function', `${shortened(name)} cannot stand in FROM.`)
  walkExpression(walk, call, place)
  const listed = ROW_FUNCTION_COLUMNS.get(name)
  if (listed !== undefined) return listed
  const arrays = name === 'unnest' ? listAt(node, 'args').length : 1
  return Array.from({ length: arrays }, () => alias ?? name)
}

const walkJoin = (walk: Walk, node: RawNode, before: readonly Relation[], place: WalkContext): Source => {
  onlyKnownFields('JoinExpr', node)
  const putLeft = (other: RawNode) => Object.assign(node, { larg: other })
  const left = walkItem(walk, node.larg, putLeft, before, place)
  const putRight = (other: RawNode) => Object.assign(node, { rarg: other })
  const right = walkItem(walk, node.rarg, putRight, [...before, ...left.relations], place)
  const inside = withRelations([...left.relations, ...right.relations], place)
  if (node.quals !== undefined) walkExpression(walk, node.quals, inside)
  const columns = joinColumns(node, left, right, inside.scope)
  const alias = aliasOf(node)
  const relations = [...left.relations, ...right.relations]
  if (alias !== undefined || node.isNatural === true) markAllRead(relations)
  if (alias !== undefined) return singleSource(named(alias.name, rename(columns, alias)))
  const shared = usingAlias(node)
  if (shared !== undefined) relations.push(named(shared, stringsAt(node, 'usingClause') ?? []))
  refuseDuplicateAliases(relations)
  return { relations, columns }
}

/** `USING (…) AS alias`: an alias for the shared columns only. */
const usingAlias = (node: RawNode): string | undefined => {
  const alias = nodeAt(node, 'join_using_alias')
  return alias && (textAt(onlyKnownFields('Alias', alias), 'aliasname') ?? '')
}

/** USING and NATURAL list each of their columns once, and first. */
const joinColumns = (node: RawNode, left: Source, right: Source, scope: Scope | undefined): readonly string[] => {
  const using = stringsAt(node, 'usingClause') ?? []
  const shared = node.isNatural === true ? left.columns.filter((name) => right.columns.includes(name)) : using
  for (const name of shared) {
    if (!left.columns.includes(name) || !right.columns.includes(name)) throw unknownColumn(scope, undefined, name)
    for (const { table, has } of [...left.relations, ...right.relations]) if (has.has(name)) table?.read.add(name)
  }
  const both = [...left.columns, ...right.columns]
  return shared.length === 0 ? both : [...shared, ...both.filter((name) => !shared.includes(name))]
}

const withRelations = (relations: readonly Relation[], { scope, withs }: WalkContext): WalkContext => ({
  scope: { relations, outer: scope },
  withs,
})

interface Alias {
  readonly name: string
  readonly columns: readonly string[]
}

const aliasOf = (node: RawNode): Alias | undefined => {
  const alias = nodeAt(node, 'alias')
  if (alias === undefined) return undefined
  onlyKnownFields('Alias', alias)
  const columns = stringsAt(alias, 'colnames') ?? []
  return { name: textAt(alias, 'aliasname') ?? '', columns }
}

/** A column list after an alias renames the first columns. */
const rename = (columns: readonly string[], alias: Alias | undefined): readonly string[] => {
  const names = alias?.columns ?? []
  if (names.length > columns.length)
    throw repairableRefusal(
      'unknown_column',
      `${shortened(alias?.name ?? '')} has only ${columns.length} columns to name.`,
    )
  return names.length === 0 ? columns : [...names, ...columns.slice(names.length)]
}

const named = (alias: string | undefined, columns: readonly string[]): Relation => relationOf(alias, columns)
