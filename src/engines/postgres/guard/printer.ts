import type {
  A_Expr,
  A_Indirection,
  BoolExpr,
  ColumnRef,
  Node,
  ParseResult,
  RangeSubselect,
  ResTarget,
  SelectStmt,
  TypeCast,
} from 'libpg-query'
import { Deparser } from 'pgsql-deparser'
import { outermostContext } from '../../../platform/patches/pgsql-deparser.ts'

type Context = Parameters<Deparser['A_Indirection']>[1]

/** Cached per filter. */
const filterTexts = new WeakMap<object, string>()

/**
 * Prints a tree. The output is parsed again and compared, so that a mistake here only causes a refusal; the overrides
 * fix mistakes and costs that normal queries run into.
 */
export class Printer extends Deparser {
  readonly #filters: ReadonlySet<object>
  readonly #outermost: Context | undefined

  private constructor(tree: ParseResult, filters: ReadonlySet<object>, outermost: Context | undefined) {
    super(tree, { pretty: false })
    this.#filters = filters
    this.#outermost = outermost
  }

  /**
   * @param filters immutable sub-selects that recur in other trees
   * @param installed the installed version of the printer
   */
  static print(tree: ParseResult, filters: ReadonlySet<object>, installed?: string): string {
    const outermost = outermostContext(installed)
    return new Printer(tree, filters, outermost).deparse({ ParseResult: tree }, outermost) ?? ''
  }

  /** A fast path for the most frequent types. */
  override visit(node: Node, context: Context): string {
    for (const type in node)
      switch (type) {
        case 'ColumnRef':
          return 'ColumnRef' in node ? this.ColumnRef(node.ColumnRef, context) : ''
        case 'ResTarget':
          return 'ResTarget' in node ? this.ResTarget(node.ResTarget, context) : ''
        case 'A_Const':
          return 'A_Const' in node ? this.A_Const(node.A_Const, context) : ''
        case 'A_Expr':
          return 'A_Expr' in node ? this.A_Expr(node.A_Expr, context) : ''
        case 'FuncCall':
          return 'FuncCall' in node ? this.FuncCall(node.FuncCall, context) : ''
        default:
          return super.visit(node, context)
      }
    return ''
  }

  override SelectStmt(node: SelectStmt, context: Context): string {
    if (node.limitOption !== 'LIMIT_OPTION_WITH_TIES' || node.limitCount === undefined)
      return this.#select(node, context)
    const { limitCount, ...untied } = node
    return `${this.#select(untied, context)} FETCH FIRST (${this.visit(limitCount, context)}) ROWS WITH TIES`
  }

  #select(node: SelectStmt, context: Context): string {
    const { op, withClause, targetList = [], fromClause, whereClause, groupClause, havingClause, sortClause } = node
    const rare = node.valuesLists ?? node.intoClause ?? node.lockingClause
    if (op !== 'SETOP_NONE' || rare !== undefined) return super.SelectStmt(node, context)
    let text = withClause === undefined ? 'SELECT' : `${this.WithClause(withClause, context)} SELECT`
    if (node.distinctClause !== undefined) text += this.#distinct(node.distinctClause, context)
    if (targetList.length > 0) text += ` ${this.#printList(targetList, context.spawn('SelectStmt', SELECT))}`
    if (fromClause !== undefined) text += ` FROM ${this.#printList(fromClause, context.spawn('SelectStmt', FROM))}`
    if (whereClause !== undefined) text += ` WHERE ${this.visit(whereClause, context)}`
    if (groupClause !== undefined) {
      const groups = this.#printList(groupClause, context.spawn('SelectStmt', GROUP))
      text += ` GROUP BY ${node.groupDistinct === true ? 'DISTINCT ' : ''}${groups}`
    }
    if (havingClause !== undefined) text += ` HAVING ${this.visit(havingClause, context)}`
    if (node.windowClause !== undefined) text += ` WINDOW ${this.#printList(node.windowClause, context)}`
    if (sortClause !== undefined) text += ` ORDER BY ${this.#printList(sortClause, context.spawn('SelectStmt', SORT))}`
    if (node.limitCount !== undefined) text += ` LIMIT ${this.visit(node.limitCount, context)}`
    if (node.limitOffset !== undefined) text += ` OFFSET ${this.visit(node.limitOffset, context)}`
    return text
  }

  /** DISTINCT without ON is a list of one empty node. */
  #distinct(clause: readonly Node[], context: Context): string {
    const on = clause.filter((one) => Object.keys(one).length > 0)
    return on.length === 0 ? ' DISTINCT' : ` DISTINCT ON (${this.#printList(on, context.spawn('SelectStmt', SELECT))})`
  }

  override RangeSubselect(node: RangeSubselect, context: Context): string {
    const { subquery, alias } = node
    if (subquery === undefined || alias === undefined || !this.#filters.has(subquery))
      return super.RangeSubselect(node, context)
    const text = filterTexts.get(subquery) ?? this.#printStatement(subquery)
    filterTexts.set(subquery, text)
    return `( ${text} ) ${this.Alias(alias, context)}`
  }

  #printStatement(statement: Node): string {
    return this.#outermost === undefined ? (this.deparse(statement) ?? '') : this.visit(statement, this.#outermost)
  }

  #printList(nodes: readonly Node[], context: Context): string {
    let text = ''
    for (const node of nodes) text += text === '' ? this.visit(node, context) : `, ${this.visit(node, context)}`
    return text
  }

  override ResTarget({ val, name }: ResTarget, context: Context): string {
    const value = val === undefined ? '' : this.visit(val, context)
    return name === undefined ? value : `${value} AS ${this.quoteIfNeeded(name)}`
  }

  override ColumnRef({ fields = [] }: ColumnRef, context: Context): string {
    let text = ''
    for (const field of fields) {
      const part = 'String' in field ? this.quoteIfNeeded(field.String.sval ?? '') : this.visit(field, context)
      text = text === '' ? part : `${text}.${part}`
    }
    return text
  }

  override A_Expr(node: A_Expr, context: Context): string {
    const { kind, name = [], lexpr, rexpr } = node
    if (kind !== 'AEXPR_OP' || lexpr === undefined || rexpr === undefined) return super.A_Expr(node, context)
    return `${this.#operand(lexpr, context)} ${this.deparseOperatorName(name, context)} ${this.#operand(rexpr, context)}`
  }

  #operand(node: Node, context: Context): string {
    const printed = this.visit(node, context)
    for (const type in node) if (PARENTHESIZED_OPERANDS.has(type)) return `(${printed})`
    return printed
  }

  override BoolExpr(node: BoolExpr, context: Context): string {
    const { boolop, args = [] } = node
    if (boolop === 'NOT_EXPR') return super.BoolExpr(node, context)
    const inside = context.spawn('BoolExpr', BOOL)
    const text = args.map((arg) => this.visit(arg, inside)).join(boolop === 'AND_EXPR' ? ' AND ' : ' OR ')
    return context.bool === true ? `(${text})` : text
  }

  /** `(ARRAY[…])[1]` and `(CASE … END)[1]` need parentheses; columns must not have them, or slices print wrongly. */
  override A_Indirection(node: A_Indirection, context: Context): string {
    const printed = super.A_Indirection(node, context)
    const type = Object.keys(node.arg ?? {})[0] ?? ''
    if (!PARENTHESIZED_BEFORE_INDEX.has(type) || node.arg === undefined) return printed
    const arg = this.visit(node.arg, context)
    return printed.startsWith(arg) ? `(${arg})${printed.slice(arg.length)}` : printed
  }

  /** `ARRAY[]::int[]` and other operands that `::` does not bind to. */
  override TypeCast(node: TypeCast, context: Context): string {
    const { arg, typeName } = node
    if (arg === undefined || typeName === undefined || 'A_Const' in arg || 'ColumnRef' in arg || 'FuncCall' in arg)
      return super.TypeCast(node, context)
    return `CAST(${this.visit(arg, context)} AS ${this.TypeName(typeName, context)})`
  }
}

const SELECT = { select: true }
const FROM = { from: true }
const GROUP = { group: true }
const SORT = { sort: true }
const BOOL = { bool: true }

/** Nodes that need parentheses as operands. */
const PARENTHESIZED_OPERANDS: ReadonlySet<string> = new Set(
  'A_Expr BoolExpr BooleanTest NullTest CaseExpr CoalesceExpr SubLink'.split(' '),
)
const PARENTHESIZED_BEFORE_INDEX: ReadonlySet<string> = new Set([
  'A_ArrayExpr',
  'CaseExpr',
  'CoalesceExpr',
  'MinMaxExpr',
])
