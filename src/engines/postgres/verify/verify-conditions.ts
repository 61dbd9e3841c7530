import type { Class, Conduct } from './verify-conduct.ts'
import type { Filters } from './verify-filter.ts'
import { at, isObject, list, namesIn } from './verify-tree.ts'

const DEFINITIONS_DEEP = 4

/**
 * The verifier's own judgement of everything that decides which rows a query keeps: whether it can be tried on any value
 * of any table without a sound. A server does that with values of its statistics, and with rows that it has not filtered.
 */
export class Conditions {
  readonly #query: unknown
  readonly #filters: Filters
  readonly #conduct: Conduct
  /** Classes of names that were looked up, by how far down: each is looked at once. */
  readonly #known = new Map<string, Class | undefined>()

  constructor(query: unknown, filters: Filters, conduct: Conduct) {
    this.#query = query
    this.#filters = filters
    this.#conduct = conduct
  }

  areSafe(): boolean {
    return this.#isSafe(this.#query)
  }

  #isSafe(value: unknown): boolean {
    if (Array.isArray(value)) return value.every((one) => this.#isSafe(one))
    if (!isObject(value) || this.#filters.has(value)) return true
    const { SelectStmt, whereClause, havingClause, quals, usingClause, isNatural } = value
    // The names of a set operation or of VALUES stand for what each of its parts lists.
    const isSet =
      isObject(SelectStmt) &&
      (SelectStmt.op !== 'SETOP_NONE' || SelectStmt.valuesLists !== undefined) &&
      !this.#filters.has(SelectStmt)
    if (isNatural === true || isSet) return false
    for (const condition of [whereClause, havingClause, quals])
      if (condition !== undefined && !this.#holds(condition)) return false
    if (!(namesIn(usingClause) ?? []).every((name) => this.#named(name, DEFINITIONS_DEEP) !== undefined)) return false
    return Object.values(value).every((content) => this.#isSafe(content))
  }

  #holds(condition: unknown): boolean {
    const parts = at(condition, 'BoolExpr', 'args')
    if (parts !== undefined) return list(parts).every((part) => this.#holds(part))
    const operation = at(condition, 'A_Expr')
    if (operation !== undefined) return this.#compares(operation)
    const link = at(condition, 'SubLink')
    if (link !== undefined) return this.#links(link)
    const empty = at(condition, 'NullTest', 'arg')
    if (empty !== undefined) return this.#operand(empty) !== undefined
    const told = this.#value(at(condition, 'BooleanTest', 'arg') ?? condition)
    return told === 'boolean' || told === 'constant'
  }

  #compares(operation: unknown): boolean {
    const kind = String(at(operation, 'kind'))
    const operator = namesIn(at(operation, 'name'))?.join('.') ?? ''
    const [left, right] = [at(operation, 'lexpr'), at(operation, 'rexpr')]
    if (/^AEXPR_(?:IN|(?:NOT_)?BETWEEN(?:_SYM)?)$/.test(kind))
      return this.#match([left, ...list(at(right, 'List', 'items'))])
    if (/^AEXPR_I?LIKE$/.test(kind)) {
      const text = at(right, 'A_Const', 'sval', 'sval')
      return typeof text === 'string' && !text.endsWith('\\') && this.#value(left) === 'text'
    }
    if (!/^AEXPR_(?:OP|(?:NOT_)?DISTINCT)$/.test(kind) || !isComparison(operator)) return false
    const [ones, others] = [fieldsOf(left), fieldsOf(right)]
    return ones.length === others.length && ones.every((one, index) => this.#match([one, others[index]]))
  }

  #links(link: unknown): boolean {
    const type = at(link, 'subLinkType')
    if (type === 'EXISTS_SUBLINK') return true
    const named = at(link, 'operName')
    if (type !== 'ANY_SUBLINK' && type !== 'ALL_SUBLINK') return false
    if (named !== undefined && !isComparison(namesIn(named)?.join('.') ?? '')) return false
    const [tested, found] = [fieldsOf(at(link, 'testexpr')), listedBy(link)]
    return (
      found.length === tested.length &&
      tested.every((one, index) => this.#together(this.#operand(one), this.#found(found[index])))
    )
  }

  #match(values: readonly unknown[]): boolean {
    return this.#together(...values.map((value) => this.#operand(value)))
  }

  /** Constants, sums and what sub-selects find go with everything; else only values of one class are compared. */
  #together(...classes: readonly (Class | undefined)[]): boolean {
    const telling = new Set(classes.filter((one) => one !== 'constant' && one !== 'computed'))
    return !telling.has(undefined) && telling.size <= 1
  }

  #operand(value: unknown): Class | undefined {
    const own = this.#value(value)
    const isScalar = at(value, 'SubLink', 'subLinkType') === 'EXPR_SUBLINK'
    if (own !== undefined || !isScalar) return own
    const [found, ...more] = listedBy(at(value, 'SubLink'))
    const select = at(value, 'SubLink', 'subselect', 'SelectStmt')
    const isOne = more.length === 0 && at(select, 'groupClause') === undefined && sumsAll(found)
    return isOne && this.#found(found) === 'computed' ? 'computed' : undefined
  }

  #found(value: unknown): Class | undefined {
    return value === undefined ? undefined : this.#value(value)
  }

  /** Conditions are no values here: a server takes `(condition) = true` for the condition. */
  #value(value: unknown, deep = DEFINITIONS_DEEP): Class | undefined {
    if (CONDITION_FORMS.some((form) => at(value, form) !== undefined)) return undefined
    const own = this.#conduct.classOf(value)
    // Comparisons and patterns.
    if (own === 'boolean' && at(value, 'A_Expr') !== undefined) return undefined
    const name = namesIn(at(value, 'ColumnRef', 'fields'))?.at(-1)
    return own === 'computed' && name !== undefined ? this.#named(name, deep) : own
  }

  #named(name: string, deep: number): Class | undefined {
    const key = `${deep} ${name}`
    if (!this.#known.has(key)) this.#known.set(key, this.#meant(name, deep))
    return this.#known.get(key)
  }

  #meant(name: string, deep: number): Class | undefined {
    const meanings = deep === 0 ? undefined : this.#conduct.meaningsOf(name)
    if (meanings === undefined) return undefined
    const classes = new Set([...this.#conduct.storedAs(name), ...meanings.map((one) => this.#value(one, deep - 1))])
    const [only] = classes
    if (classes.has(undefined) || only === undefined) return undefined
    return classes.size > 1 || only === 'constant' ? 'computed' : only
  }
}

const CONDITION_FORMS = ['BoolExpr', 'NullTest', 'BooleanTest', 'SubLink', 'CaseExpr'] as const

const isComparison = (operator: string): boolean => /^(?:=|<>|<|>|<=|>=)$/.test(operator)

const fieldsOf = (value: unknown): readonly unknown[] => {
  const fields = at(value, 'RowExpr', 'args')
  return fields === undefined ? [value] : list(fields)
}

/** Whether a value holds an aggregate and no window: without groups, it is of one row. */
const sumsAll = (value: unknown): boolean => holds(value, 'FuncCall') && !holds(value, 'over')

const holds = (value: unknown, key: string): boolean => {
  if (Array.isArray(value)) return value.some((one) => holds(one, key))
  return isObject(value) && (value[key] !== undefined || Object.values(value).some((one) => holds(one, key)))
}

/** What a plain sub-select lists. */
const listedBy = (link: unknown): readonly unknown[] => {
  const select = at(link, 'subselect', 'SelectStmt')
  if (at(select, 'op') !== 'SETOP_NONE' || at(select, 'valuesLists') !== undefined) return []
  return list(at(select, 'targetList')).map((target) => at(target, 'ResTarget', 'val'))
}
