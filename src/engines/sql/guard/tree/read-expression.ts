import { repairableRefusal } from '../../../shared/refuse.ts'
import { lowerAscii } from '../../names.ts'
import { deeper, type Grammar, type ReadingContext } from './grammar.ts'
import { listOf, nodeWith, unsupported, variant } from './raw-tree.ts'
import type { Expression, Name } from './tree.ts'

const DEPTH_MAX = 150

/** Reads an expression from the parser's tree; only the forms listed here are allowed. @throws Refused */
export const readExpression = (raw: unknown, at: ReadingContext): Expression => {
  if (at.depth > DEPTH_MAX) throw repairableRefusal('too_deep', 'The query is nested too deeply.')
  const [form, content] = variant(raw)
  const all = (...parts: readonly unknown[]) => group(parts, at)
  switch (form) {
    case 'Identifier':
      return { kind: 'column', table: undefined, name: readName(content) }
    case 'CompoundIdentifier':
      return readPath(content)
    case 'Value':
      return readLiteral(content, at.grammar)
    case 'Nested':
    case 'IsNull':
    case 'IsNotNull':
    case 'IsTrue':
    case 'IsNotTrue':
    case 'IsFalse':
    case 'IsNotFalse':
      return all(content)
    case 'IsDistinctFrom':
    case 'IsNotDistinctFrom':
    case 'Tuple':
      return all(...listOf(content))
    case 'UnaryOp': {
      const { op, expr } = nodeWith(content, 'op', 'expr')
      checkOperator(op, at.grammar)
      return all(expr)
    }
    case 'BinaryOp': {
      const { left, op, right } = nodeWith(content, 'left', 'op', 'right')
      checkOperator(op, at.grammar)
      return all(left, right)
    }
    case 'Between': {
      const { expr, low, high } = nodeWith(content, 'expr', 'negated', 'low', 'high')
      return all(expr, low, high)
    }
    case 'Like': {
      const { expr, pattern, escape_char } = nodeWith(content, 'negated', 'expr', 'pattern', 'escape_char')
      if (escape_char !== undefined && escape_char !== null) readLiteral(escape_char, at.grammar)
      return all(expr, pattern)
    }
    case 'InList': {
      const { expr, list } = nodeWith(content, 'expr', 'list', 'negated')
      return all(expr, ...listOf(list))
    }
    case 'InSubquery': {
      const { expr, subquery } = nodeWith(content, 'expr', 'subquery', 'negated')
      return { kind: 'group', parts: [readExpression(expr, deeper(at)), subQuery(subquery, at)] }
    }
    case 'Exists':
      return subQuery(nodeWith(content, 'subquery', 'negated').subquery, at)
    case 'Subquery':
      return subQuery(content, at)
    case 'Case':
      return readCase(content, at)
    case 'Cast': {
      const { kind, expr, data_type } = nodeWith(content, 'kind', 'expr', 'data_type')
      if (kind !== 'Cast' || !at.grammar.types.has(variant(data_type)[0])) throw unsupported('this type of CAST')
      return all(expr)
    }
    case 'Collate': {
      const { expr, collation } = nodeWith(content, 'expr', 'collation')
      if (!at.grammar.collations.has(lowerAscii(readObjectName(collation).text))) throw unsupported('this collation')
      return all(expr)
    }
    case 'Ceil':
    case 'Floor': {
      const { expr, field } = nodeWith(content, 'expr', 'field')
      if (variant(field)[1] !== 'NoDateTime') throw unsupported(form)
      return all(expr)
    }
    case 'Function':
      return readFunction(content, at)
    default: {
      const parts = at.grammar.forms.get(form)
      if (parts === undefined) throw unsupported(form)
      return all(...parts(content))
    }
  }
}

/** Reads the non-null expressions. @throws Refused */
export const readAll = (raws: readonly unknown[], at: ReadingContext): readonly Expression[] =>
  raws.filter((raw) => raw !== undefined && raw !== null).map((raw) => readExpression(raw, at))

const group = (raws: readonly unknown[], at: ReadingContext): Expression => ({
  kind: 'group',
  parts: readAll(raws, deeper(at)),
})

const subQuery = (raw: unknown, { depth }: ReadingContext): Expression => ({ kind: 'query', raw, depth: depth + 1 })

const readPath = (raw: unknown): Expression => {
  const [table, name, ...more] = listOf(raw).map(readName)
  if (table === undefined || name === undefined) throw unsupported('this form')
  if (more.length > 0) throw repairableRefusal('qualified_name', 'Write table.column, without a schema.')
  return { kind: 'column', table, name }
}

const readLiteral = (raw: unknown, { literals }: Grammar): Expression => {
  const [form] = variant(nodeWith(raw, 'value').value)
  if (!literals.has(form)) throw unsupported(form)
  return { kind: 'group', parts: [] }
}

const readCase = (raw: unknown, at: ReadingContext): Expression => {
  const { operand, conditions, else_result } = nodeWith(raw, 'operand', 'conditions', 'else_result')
  const branches = listOf(conditions).flatMap((branch) => {
    const { condition, result } = nodeWith(branch, 'condition', 'result')
    return [condition, result]
  })
  return group([operand, ...branches, else_result], at)
}

const readFunction = (raw: unknown, at: ReadingContext): Expression => {
  const call = nodeWith(raw, 'name', 'args', 'parameters', 'filter', 'over', 'within_group')
  const name = readObjectName(call.name)
  if (name.quote !== undefined || !at.grammar.functions.has(lowerAscii(name.text)))
    throw repairableRefusal('unknown_function', `There is no function ${name.text.slice(0, 60)}.`)
  const [form, list] = variant(call.args ?? 'None')
  if (form !== 'None' && form !== 'List') throw unsupported('this form of arguments')
  const written = form === 'None' ? [] : readArguments(list, at.grammar)
  const args = at.grammar.argumentsOf?.(lowerAscii(name.text), written) ?? written
  return group([...args, call.filter, ...readOrder(call.within_group), ...readWindow(call.over)], at)
}

/** The expressions among function arguments. */
const readArguments = (raw: unknown, { argumentClauses }: Grammar): readonly unknown[] => {
  const { args, clauses } = nodeWith(raw, 'duplicate_treatment', 'args', 'clauses')
  const expressions = listOf(args).flatMap((argument) => {
    const [form, content] = variant(argument)
    if (form !== 'Unnamed') throw unsupported('named arguments')
    const [kind, expression] = variant(content)
    if (kind === 'Wildcard') return []
    if (kind !== 'Expr') throw unsupported('this form of arguments')
    return [expression]
  })
  const ordered = listOf(clauses).flatMap((clause) => {
    const [form, content] = variant(clause)
    const parts = form === 'OrderBy' ? readOrder : argumentClauses.get(form)
    if (parts === undefined) throw unsupported(form)
    return parts(content)
  })
  return [...expressions, ...ordered]
}

/** The expressions of OVER or of a named window. @throws Refused */
export const readWindow = (raw: unknown): readonly unknown[] => {
  if (raw === undefined || raw === null) return []
  const [form, content] = variant(raw)
  if (form === 'NamedWindow') return []
  if (form !== 'WindowSpec') throw unsupported(form)
  const known = ['window_name', 'partition_by', 'order_by', 'window_frame']
  const { partition_by, order_by, window_frame } = nodeWith(content, ...known)
  return [...listOf(partition_by), ...readOrder(order_by), ...readFrame(window_frame)]
}

const readFrame = (raw: unknown): readonly unknown[] => {
  if (raw === undefined || raw === null) return []
  const { start_bound, end_bound } = nodeWith(raw, 'units', 'start_bound', 'end_bound')
  return [start_bound, end_bound].flatMap((bound) => {
    if (bound === undefined || bound === null) return []
    const [form, content] = variant(bound)
    if (!['CurrentRow', 'Preceding', 'Following'].includes(form)) throw unsupported(form)
    return content === undefined || content === null ? [] : [content]
  })
}

/** The expressions of an ORDER BY list. @throws Refused */
export const readOrder = (raw: unknown): readonly unknown[] =>
  listOf(raw).map((term) => {
    const { expr, options } = nodeWith(term, 'expr', 'options')
    nodeWith(options, 'asc', 'nulls_first')
    return expr
  })

const checkOperator = (raw: unknown, { operators }: Grammar): void => {
  if (!operators.has(variant(raw)[0])) throw unsupported(`the operator ${variant(raw)[0]}`)
}

/** An identifier. @throws Refused */
export const readName = (raw: unknown): Name => {
  const node = nodeWith(raw, 'value', 'quote_style')
  const { value, quote_style } = node
  if (typeof value !== 'string') throw unsupported('this form')
  return { text: value, quote: typeof quote_style === 'string' ? quote_style : undefined, raw: node }
}

/** The unqualified name of a function or collation. @throws Refused */
export const readObjectName = (raw: unknown): Name => {
  const { database, name } = readTableName(raw)
  if (database !== undefined) throw qualified()
  return name
}

/** The name of a table and its database qualifier, if any. @throws Refused */
export const readTableName = (raw: unknown): { readonly database: Name | undefined; readonly name: Name } => {
  const words = listOf(raw).map((word) => {
    const [form, content] = variant(word)
    if (form !== 'Identifier') throw unsupported(form)
    return readName(content)
  })
  const [last, database, ...more] = words.toReversed()
  if (last === undefined) throw unsupported('this form')
  if (more.length > 0) throw qualified()
  return { database, name: last }
}

export const qualified = () =>
  repairableRefusal('qualified_name', 'Write names of tables and functions without a schema.')
