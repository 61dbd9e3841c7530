import type { FailureCheck, ValueClass } from './verify-failures.ts'
import type { Filters } from './verify-filter.ts'
import { at, isObject, list, namesIn } from './verify-tree.ts'

const NAME_CHAIN_MAX = 4

/**
 * The verifier's check of all conditions of a query: whether they can be evaluated on any value of any table without
 * failing or taking long. The server evaluates them on its statistics and on unfiltered rows.
 */
export class Conditions {
  readonly #query: unknown
  readonly #filters: Filters
  readonly #conduct: FailureCheck
  /** Cache of classes by name and depth. */
  readonly #known = new Map<string, ValueClass | undefined>()

  constructor(query: unknown, filters: Filters, conduct: FailureCheck) {
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
    // Names of a set operation or VALUES refer to columns of each part.
    const isSet =
      isObject(SelectStmt) &&
      (SelectStmt.op !== 'SETOP_NONE' || SelectStmt.valuesLists !== undefined) &&
      !this.#filters.has(SelectStmt)
    if (isNatural === true || isSet) return false
    for (const condition of [whereClause, havingClause, quals])
      if (condition !== undefined && !this.#isSafeCondition(condition)) return false
    if (!(namesIn(usingClause) ?? []).every((name) => this.#classOfName(name, NAME_CHAIN_MAX) !== undefined))
      return false
    return Object.values(value).every((content) => this.#isSafe(content))
  }

  #isSafeCondition(condition: unknown): boolean {
    const parts = at(condition, 'BoolExpr', 'args')
    if (parts !== undefined) return list(parts).every((part) => this.#isSafeCondition(part))
    const operation = at(condition, 'A_Expr')
    if (operation !== undefined) return this.#isSafeComparison(operation)
    const link = at(condition, 'SubLink')
    if (link !== undefined) return this.#isSafeLink(link)
    const empty = at(condition, 'NullTest', 'arg')
    if (empty !== undefined) return this.#operandClass(empty) !== undefined
    const truthClass = this.#classOf(at(condition, 'BooleanTest', 'arg') ?? condition)
    return truthClass === 'boolean' || truthClass === 'constant'
  }

  #isSafeComparison(operation: unknown): boolean {
    const kind = String(at(operation, 'kind'))
    const operator = namesIn(at(operation, 'name'))?.join('.') ?? ''
    const [left, right] = [at(operation, 'lexpr'), at(operation, 'rexpr')]
    if (/^AEXPR_(?:IN|(?:NOT_)?BETWEEN(?:_SYM)?)$/.test(kind))
      return this.#haveOneClass([left, ...list(at(right, 'List', 'items'))])
    if (/^AEXPR_I?LIKE$/.test(kind)) {
      const text = at(right, 'A_Const', 'sval', 'sval')
      return typeof text === 'string' && !text.endsWith('\\') && this.#classOf(left) === 'text'
    }
    if (!/^AEXPR_(?:OP|(?:NOT_)?DISTINCT)$/.test(kind) || !isComparison(operator)) return false
    const [ones, others] = [fieldsOf(left), fieldsOf(right)]
    return ones.length === others.length && ones.every((one, index) => this.#haveOneClass([one, others[index]]))
  }

  #isSafeLink(link: unknown): boolean {
    const type = at(link, 'subLinkType')
    if (type === 'EXISTS_SUBLINK') return true
    const named = at(link, 'operName')
    if (type !== 'ANY_SUBLINK' && type !== 'ALL_SUBLINK') return false
    if (named !== undefined && !isComparison(namesIn(named)?.join('.') ?? '')) return false
    const [tested, found] = [fieldsOf(at(link, 'testexpr')), selectListOf(link)]
    return (
      found.length === tested.length &&
      tested.every((one, index) => this.#areComparable(this.#operandClass(one), this.#foundClass(found[index])))
    )
  }

  #haveOneClass(values: readonly unknown[]): boolean {
    return this.#areComparable(...values.map((value) => this.#operandClass(value)))
  }

  /** Constants, aggregates and sub-select results match every class; other values must have one class. */
  #areComparable(...classes: readonly (ValueClass | undefined)[]): boolean {
    const specificClasses = new Set(classes.filter((one) => one !== 'constant' && one !== 'computed'))
    return !specificClasses.has(undefined) && specificClasses.size <= 1
  }

  #operandClass(value: unknown): ValueClass | undefined {
    const own = this.#classOf(value)
    const isScalar = at(value, 'SubLink', 'subLinkType') === 'EXPR_SUBLINK'
    if (own !== undefined || !isScalar) return own
    const [found, ...more] = selectListOf(at(value, 'SubLink'))
    const select = at(value, 'SubLink', 'subselect', 'SelectStmt')
    const isOne = more.length === 0 && at(select, 'groupClause') === undefined && isSingleAggregate(found)
    return isOne && this.#foundClass(found) === 'computed' ? 'computed' : undefined
  }

  #foundClass(value: unknown): ValueClass | undefined {
    return value === undefined ? undefined : this.#classOf(value)
  }

  /** Conditions do not count as values: the server simplifies `(condition) = true` to the condition. */
  #classOf(value: unknown, stepsLeft = NAME_CHAIN_MAX): ValueClass | undefined {
    if (CONDITION_FORMS.some((form) => at(value, form) !== undefined)) return undefined
    const own = this.#conduct.classOf(value)
    // Excludes comparisons and patterns.
    if (own === 'boolean' && at(value, 'A_Expr') !== undefined) return undefined
    const name = namesIn(at(value, 'ColumnRef', 'fields'))?.at(-1)
    return own === 'computed' && name !== undefined ? this.#classOfName(name, stepsLeft) : own
  }

  #classOfName(name: string, stepsLeft: number): ValueClass | undefined {
    const key = `${stepsLeft} ${name}`
    if (!this.#known.has(key)) this.#known.set(key, this.#classOfMeanings(name, stepsLeft))
    return this.#known.get(key)
  }

  #classOfMeanings(name: string, stepsLeft: number): ValueClass | undefined {
    const meanings = stepsLeft === 0 ? undefined : this.#conduct.meaningsOf(name)
    if (meanings === undefined) return undefined
    const classes = new Set([
      ...this.#conduct.storedAs(name),
      ...meanings.map((one) => this.#classOf(one, stepsLeft - 1)),
    ])
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

/** Whether a value is an aggregate without a window, so that an ungrouped query has one row. */
const isSingleAggregate = (value: unknown): boolean => containsKey(value, 'FuncCall') && !containsKey(value, 'over')

const containsKey = (value: unknown, key: string): boolean => {
  if (Array.isArray(value)) return value.some((one) => containsKey(one, key))
  return isObject(value) && (value[key] !== undefined || Object.values(value).some((one) => containsKey(one, key)))
}

/** The select list of a plain sub-select. */
const selectListOf = (link: unknown): readonly unknown[] => {
  const select = at(link, 'subselect', 'SelectStmt')
  if (at(select, 'op') !== 'SETOP_NONE' || at(select, 'valuesLists') !== undefined) return []
  return list(at(select, 'targetList')).map((target) => at(target, 'ResTarget', 'val'))
}
