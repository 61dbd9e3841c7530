import { repairableRefusal } from '../../shared/refuse.ts'
import { isPosition, type RawNode } from './raw-node.ts'

/** The kind of a field: a node, a list of nodes, or a value without nodes. */
type FieldKind = 'node' | 'nodes' | 'word'

const fields = (node: string, nodes: string, word: string): Readonly<Record<string, FieldKind>> =>
  Object.fromEntries([
    ...node.split(' ').map((name) => [name, 'node'] as const),
    ...nodes.split(' ').map((name) => [name, 'nodes'] as const),
    ...word.split(' ').map((name) => [name, 'word'] as const),
  ])

/** Nodes without a meaning beyond their parts, with all their fields. */
export const PLAIN_NODES: ReadonlyMap<string, Readonly<Record<string, FieldKind>>> = new Map([
  ['A_ArrayExpr', fields('', 'elements', '')],
  ['A_Const', fields('', '', 'isnull ival fval boolval sval bsval')],
  ['A_Indices', fields('lidx uidx', '', 'is_slice')],
  ['BoolExpr', fields('', 'args', 'boolop')],
  ['BooleanTest', fields('arg', '', 'booltesttype')],
  ['CaseExpr', fields('arg defresult', 'args', '')],
  ['CaseWhen', fields('expr result', '', '')],
  ['CoalesceExpr', fields('', 'args', '')],
  ['GroupingFunc', fields('', 'args', '')],
  ['GroupingSet', fields('', 'content', 'kind')],
  ['List', fields('', 'items', '')],
  ['MinMaxExpr', fields('', 'args', 'op')],
  ['NamedArgExpr', fields('arg', '', 'name argnumber')],
  ['NullTest', fields('arg', '', 'nulltesttype')],
  ['RowExpr', fields('', 'args', 'row_format')],
  ['SortBy', fields('node', '', 'sortby_dir sortby_nulls')],
])

/** Nodes with their own rules, with all their fields. */
const CHECKED_FIELDS = {
  A_Expr: 'kind name lexpr rexpr',
  A_Indirection: 'arg indirection',
  Alias: 'aliasname colnames',
  CollateClause: 'arg collname',
  ColumnRef: 'fields',
  CommonTableExpr: 'ctename aliascolnames ctematerialized ctequery',
  FuncCall: 'funcname args agg_order agg_filter over agg_within_group agg_star agg_distinct func_variadic funcformat',
  JoinExpr: 'jointype isNatural larg rarg usingClause join_using_alias quals alias',
  RangeFunction: 'lateral ordinality is_rowsfrom functions alias',
  RangeSubselect: 'lateral subquery alias',
  RangeVar: 'schemaname relname inh relpersistence alias',
  ResTarget: 'name val',
  SelectStmt:
    'distinctClause targetList fromClause whereClause groupClause groupDistinct havingClause windowClause valuesLists sortClause limitOffset limitCount limitOption withClause op all larg rarg',
  SQLValueFunction: 'op typmod',
  SubLink: 'subLinkType testexpr operName subselect',
  TypeCast: 'arg typeName',
  TypeName: 'names typmods typemod arrayBounds',
  WindowDef: 'name refname partitionClause orderClause frameOptions startOffset endOffset',
  WithClause: 'ctes recursive',
} as const

const RULED = new Map(Object.entries(CHECKED_FIELDS).map(([type, names]) => [type, new Set<string>(names.split(' '))]))

/** Refuses unknown fields. @throws Refused */
export const onlyKnownFields = (type: keyof typeof CHECKED_FIELDS, node: RawNode): RawNode => {
  const known = RULED.get(type)
  for (const key in node) if (known?.has(key) !== true && !isPosition(key)) throw unsupported(HINTS[key] ?? key)
  return node
}

/** @param what a word of the grammar, never a name or a value */
export const unsupported = (what: string) =>
  repairableRefusal('unsupported', `The query uses a construct that is not available: ${what.replaceAll('_', ' ')}.`)

const HINTS: Readonly<Record<string, string>> = {
  intoClause: 'SELECT INTO',
  lockingClause: 'FOR UPDATE and its kin',
  catalogname: 'the name of a database before a table',
  search_clause: 'SEARCH',
  cycle_clause: 'CYCLE',
  coldeflist: 'a list of column definitions',
  setof: 'SETOF',
  pct_type: '%TYPE',
}
