import { repairableRefusal } from '../../../shared/refuse.ts'
import { deeper, type ReadingContext } from './grammar.ts'
import { isNode, listOf, nodeWith, unsupported, variant } from './raw-tree.ts'
import {
  readAll,
  readExpression,
  readName,
  readObjectName,
  readOrder,
  readTableName,
  readWindow,
} from './read-expression.ts'
import type { Body, Cte, Expression, Item, Name, Query, Select, Source } from './tree.ts'

/** Reads one query from the parser's tree: a SELECT with what the grammar allows. @throws Refused */
export const readQuery = (raw: unknown, at: ReadingContext): Query => {
  const { with: ctes, body, order_by, limit_clause } = nodeWith(raw, 'with', 'body', 'order_by', 'limit_clause')
  return {
    recursive: isNode(ctes) && ctes.recursive === true,
    ctes: readCtes(ctes, at),
    body: readBody(body, deeper(at)),
    orderBy: readOrderBy(order_by, at),
    limit: readLimit(limit_clause, at),
  }
}

const readCtes = (raw: unknown, at: ReadingContext): readonly Cte[] => {
  if (raw === undefined || raw === null) return []
  return listOf(nodeWith(raw, 'recursive', 'cte_tables').cte_tables).map((cte) => {
    const { alias, query } = nodeWith(cte, 'alias', 'query')
    const { name, columns } = nodeWith(alias, 'explicit', 'name', 'columns')
    const listed = listOf(columns).map((column) => readName(nodeWith(column, 'name').name).text)
    return { name: readName(name), columns: listed, query: readQuery(query, deeper(at)) }
  })
}

const readBody = (raw: unknown, at: ReadingContext): Body => {
  const [form, content] = variant(raw)
  switch (form) {
    case 'Select':
      return { kind: 'select', select: readSelect(content, at) }
    case 'SetOperation': {
      const { left, right, op, set_quantifier } = nodeWith(content, 'left', 'right', 'op', 'set_quantifier')
      const known = ['Union', 'Intersect', 'Except'].includes(variant(op)[0])
      if (!known || !['None', 'All'].includes(variant(set_quantifier)[0])) throw unsupported('this set operation')
      // UNION chains are left-deep and do not count as nesting.
      return { kind: 'compound', left: readBody(left, at), right: readBody(right, deeper(at)) }
    }
    case 'Values': {
      if (!at.grammar.values) throw unsupported(form)
      const rows = listOf(nodeWith(content, 'rows').rows)
      return { kind: 'values', rows: rows.map((row) => readAll(listOf(nodeWith(row, 'content').content), at)) }
    }
    case 'Query':
      if (at.grammar.partsInParentheses) return { kind: 'query', query: readQuery(content, deeper(at)) }
      throw repairableRefusal('parentheses', 'Write the parts of a UNION, INTERSECT or EXCEPT without parentheses.')
    default:
      throw unsupported(form)
  }
}

const readSelect = (raw: unknown, at: ReadingContext): Select => {
  const known = ['distinct', 'projection', 'from', 'selection', 'group_by', 'having', 'named_window']
  const select = nodeWith(raw, ...known, 'window_before_qualify', 'flavor')
  if (![undefined, null, 'Distinct', 'All'].some((form) => form === select.distinct)) throw unsupported('DISTINCT ON')
  if (select.flavor !== 'Standard') throw unsupported('this form of SELECT')
  const joins = new Joins(at)
  for (const tables of listOf(select.from)) joins.read(tables)
  const { selection, having } = select
  return {
    items: listOf(select.projection).map((item) => readItem(item, at)),
    ...joins,
    clauses: readAll([selection, ...readGroupBy(select.group_by), having], at),
    windows: readAll(listOf(select.named_window).flatMap(readNamedWindow), at),
  }
}

const readItem = (raw: unknown, at: ReadingContext): Item => {
  const [form, content] = variant(raw)
  switch (form) {
    case 'Wildcard':
      nodeWith(content)
      return { kind: 'all' }
    case 'QualifiedWildcard': {
      const [source, options] = listOf(content)
      nodeWith(options)
      const [kind, name] = variant(source)
      if (kind !== 'ObjectName') throw unsupported('this form of *')
      return { kind: 'all-of', source: readObjectName(name) }
    }
    case 'UnnamedExpr':
      return { kind: 'expression', expression: readExpression(content, at), alias: undefined }
    case 'ExprWithAlias': {
      const { expr, alias } = nodeWith(content, 'expr', 'alias')
      return { kind: 'expression', expression: readExpression(expr, at), alias: readName(alias).text }
    }
    default:
      throw unsupported(form)
  }
}

/** Collects the sources of a FROM clause, in order, with their join conditions. */
class Joins {
  readonly sources: Source[] = []
  readonly joinConditions: Expression[] = []
  readonly joinColumns: Name[] = []
  readonly #at: ReadingContext

  constructor(at: ReadingContext) {
    this.#at = at
  }

  read(raw: unknown): void {
    const { relation, joins } = nodeWith(raw, 'relation', 'joins')
    this.#readRelation(relation)
    for (const join of listOf(joins)) {
      const { relation, join_operator } = nodeWith(join, 'relation', 'join_operator')
      this.#readRelation(relation)
      this.#readOperator(join_operator)
    }
  }

  #readRelation(raw: unknown): void {
    const [form, content] = variant(raw)
    const rows = this.#at.grammar.rowsOf(form, content)
    if (rows !== undefined) {
      const args = readAll(rows.args, this.#at)
      if (args.some(containsQuery))
        throw repairableRefusal('unsupported', `Give ${rows.name} a column or a text, not a sub-select.`)
      if (!args.slice(0, 1).some(containsColumn) && !isJsonText(rows.args[0]))
        throw repairableRefusal('unsupported', `Give ${rows.name} a column, or a text in the query that is JSON.`)
      const { name, columns } = rows
      this.sources.push({ kind: 'function', name, columns, args, alias: readAlias(rows.alias) })
      return
    }
    switch (form) {
      case 'Table': {
        if (isNode(content) && isNode(content.args))
          throw repairableRefusal('unknown_table', 'There are no table-valued functions.')
        const table = nodeWith(content, 'name', 'alias')
        const { database, name } = readTableName(table.name)
        if (name.quote === "'" || database?.quote === "'")
          throw repairableRefusal('quoted_table', 'Write names of tables without single quotes.')
        if (!isNode(raw)) throw unsupported('this form')
        this.sources.push({ kind: 'table', database, name, alias: readAlias(table.alias), raw })
        return
      }
      case 'Derived': {
        const { subquery, alias } = nodeWith(content, 'subquery', 'alias')
        const query = readQuery(subquery, deeper(this.#at))
        this.sources.push({ kind: 'query', query, alias: readAlias(alias) })
        return
      }
      case 'NestedJoin':
        this.read(nodeWith(content, 'table_with_joins').table_with_joins)
        return
      default:
        throw unsupported(form)
    }
  }

  #readOperator(raw: unknown): void {
    const [form, content] = variant(raw)
    const known = ['Join', 'Inner', 'Left', 'LeftOuter', 'Right', 'RightOuter', 'FullOuter', 'CrossJoin']
    if (!known.includes(form)) throw unsupported(form)
    const [kind, condition] = variant(content ?? 'None')
    if (kind === 'On') this.joinConditions.push(readExpression(condition, this.#at))
    else if (kind === 'Using') this.joinColumns.push(...listOf(condition).map((name) => readObjectName(name)))
    else if (kind !== 'None' && kind !== 'Natural') throw unsupported(kind)
  }
}

const containsColumn = (expression: Expression): boolean =>
  expression.kind === 'column' || (expression.kind === 'group' && expression.parts.some(containsColumn))

const JSON_DEPTH_MAX = 20

/**
 * Whether an expression is a text that every server accepts as JSON. An invalid text may raise an error before the
 * server finds no matching row, which would reveal rows of other tenants.
 */
const isJsonText = (raw: unknown): boolean => {
  const [form, content] = variant(raw)
  const [kind, text] = form === 'Value' ? variant(nodeWith(content, 'value').value) : [form]
  if (kind !== 'SingleQuotedString' || typeof text !== 'string' || text.split(/[[{]/).length > JSON_DEPTH_MAX)
    return false
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const containsQuery = (expression: Expression): boolean =>
  expression.kind === 'query' || (expression.kind === 'group' && expression.parts.some(containsQuery))

const readAlias = (raw: unknown): Name | undefined =>
  raw === undefined || raw === null ? undefined : readName(nodeWith(raw, 'explicit', 'name').name)

const readGroupBy = (raw: unknown): readonly unknown[] => {
  const [form, content] = variant(raw)
  const [expressions, modifiers] = listOf(content)
  if (form !== 'Expressions' || listOf(modifiers).length > 0) throw unsupported(`this form of GROUP BY`)
  return listOf(expressions)
}

const readNamedWindow = (raw: unknown): readonly unknown[] => {
  const [, definition] = listOf(raw)
  return readWindow(definition)
}

const readOrderBy = (raw: unknown, at: ReadingContext): readonly Expression[] => {
  if (raw === undefined || raw === null) return []
  const [form, terms] = variant(nodeWith(raw, 'kind').kind)
  if (form !== 'Expressions') throw unsupported('this form of ORDER BY')
  return readAll(readOrder(terms), at)
}

const readLimit = (raw: unknown, at: ReadingContext): readonly Expression[] => {
  if (raw === undefined || raw === null) return []
  const [form, content] = variant(raw)
  if (form === 'OffsetCommaLimit') {
    const { offset, limit } = nodeWith(content, 'offset', 'limit')
    return readAll([offset, limit], at)
  }
  if (form !== 'LimitOffset') throw unsupported(form)
  const { limit, offset } = nodeWith(content, 'limit', 'offset')
  return readAll([limit, offset && offsetValue(offset)], at)
}

const offsetValue = (raw: unknown): unknown => nodeWith(raw, 'value').value
