import { at, isObject, list, namesIn } from './verify-tree.ts'

/**
 * Whether filters are fenced where a condition of the query may run before them. PostgreSQL counts operators to decide
 * what runs first: what compares is dearer than a filter when it can fail at all, and other conditions need not be.
 *
 * @param filters the sub-selects that read tables
 * @returns what is wrong, or undefined
 */
export const fenceFault = (query: unknown, filters: ReadonlySet<unknown>): string | undefined => {
  const unfenced = [...filters].some(
    (filter) => at(filter, 'whereClause') !== undefined && at(filter, 'limitOffset') === undefined,
  )
  if (!unfenced) return undefined
  const stored = new Set<string>()
  for (const filter of filters)
    for (const target of list(at(filter, 'targetList')))
      for (const name of namesIn(at(target, 'ResTarget', 'val', 'ColumnRef', 'fields')) ?? []) stored.add(name)
  const { conditions, given } = partsOf(query, filters)
  for (const name of given) stored.delete(name)
  return conditions.every((condition) => isDear(condition, stored)) ? undefined : 'a condition that may run too early'
}

interface Parts {
  readonly conditions: readonly unknown[]
  /** Names that sub-selects and aliases give to columns. */
  readonly given: ReadonlySet<string>
}

const CONDITIONS: ReadonlySet<string> = new Set(['whereClause', 'havingClause', 'quals'])
const NAMES: ReadonlySet<string> = new Set(['colnames', 'aliascolnames'])

const partsOf = (query: unknown, filters: ReadonlySet<unknown>): Parts => {
  const conditions: unknown[] = []
  const given = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one)
      return
    }
    if (!isObject(value) || filters.has(value)) return
    for (const key in value) {
      const content = value[key]
      if (typeof content !== 'object') continue
      if (CONDITIONS.has(key)) conditions.push(content)
      if (NAMES.has(key)) for (const name of namesIn(content) ?? []) given.add(name)
      if (key === 'targetList' && value !== query)
        for (const target of list(content)) {
          const name = at(target, 'ResTarget', 'name')
          if (typeof name === 'string') given.add(name)
        }
      visit(content)
    }
  }
  visit(query)
  return { conditions, given }
}

const isDear = (condition: unknown, stored: ReadonlySet<string>): boolean => {
  const bool = at(condition, 'BoolExpr', 'args')
  if (bool !== undefined) return list(bool).every((part) => isDear(part, stored))
  const operation = at(condition, 'A_Expr')
  if (operation !== undefined) return isDearOperation(operation)
  const link = at(condition, 'SubLink', 'subLinkType')
  if (link !== undefined) return link === 'EXISTS_SUBLINK' || link === 'ANY_SUBLINK' || link === 'ALL_SUBLINK'
  if (at(condition, 'A_Const') !== undefined) return true
  const tested = at(condition, 'NullTest', 'arg') ?? at(condition, 'BooleanTest', 'arg') ?? condition
  const name = namesIn(at(tested, 'ColumnRef', 'fields'))?.at(-1)
  return name !== undefined && stored.has(name)
}

const isDearOperation = (operation: unknown): boolean => {
  const [operator = ''] = namesIn(at(operation, 'name')) ?? []
  if (/^(?:=|<>|<|>|<=|>=|(?:NOT )?BETWEEN(?: SYMMETRIC)?)$/.test(operator)) return true
  if (!/^!?~~?\*?$/.test(operator)) return false
  const pattern = at(operation, 'rexpr')
  const similar = namesIn(at(pattern, 'FuncCall', 'funcname'))?.at(-1) === 'similar_to_escape'
  const texts = similar ? list(at(pattern, 'FuncCall', 'args')) : [pattern]
  const text = at(texts[0], 'A_Const', 'sval')
  return texts.length === 1 && text !== undefined && !String(at(text, 'sval') ?? '').endsWith('\\')
}
