import type { Table } from '../../../guard/schema.ts'
import type { VerifiedTypes } from './verify-own-types.ts'
import { totalClass } from './verify-total.ts'
import { at, isObject, list, namesIn } from './verify-tree.ts'
import { isRelativeTime, typeClass } from './verify-type-class.ts'

/** A constant is comparable with everything, a computed value with constants only. */
export type ValueClass = ReturnType<typeof typeClass> | 'label' | 'constant' | 'computed'

/** The SELECT that reads a table. */
interface TableRead {
  readonly read: unknown
  readonly table: Table | undefined
}

/** Whether a query is uncorrelated, and whether it is the outermost one. */
interface Position {
  readonly closed: boolean
  readonly answer: boolean
}

/**
 * The verifier's check whether a query cannot fail for any contents of its tables, read in any order: by
 * the class of each expression, where one that may fail has none.
 */
export class FailureCheck {
  readonly #query: unknown
  readonly #types: VerifiedTypes
  readonly #filters: ReadonlyMap<unknown, TableRead>
  readonly #classes = new Map<string, Set<ValueClass>>()
  readonly #renamed = new Set<string>()
  /** What sub-selects assign to a name; undefined for column lists. */
  readonly #meanings = new Map<string, unknown[] | undefined>()
  readonly #rows = new Set<string>()
  /** Cache of classes; otherwise the work would double with every level. */
  readonly #found = {
    closed: new Map<unknown, ValueClass | undefined>(),
    open: new Map<unknown, ValueClass | undefined>(),
  }

  constructor(query: unknown, filters: ReadonlyMap<unknown, TableRead>, types: VerifiedTypes) {
    this.#types = types
    this.#query = query
    this.#filters = filters
    for (const { read, table } of filters.values())
      for (const target of list(at(read, 'targetList'))) {
        const name = lastName(at(target, 'ResTarget', 'val')) ?? ''
        const declared = table?.columns.find((column) => column.name === name)?.type ?? ''
        this.#classes.set(name, (this.#classes.get(name) ?? new Set()).add(this.#classOfType(declared)))
      }
    this.#collectNames(query)
  }

  isSafe(): boolean {
    return this.#select(this.#query, { closed: true, answer: true })
  }

  /** Collects names of rows, and names that refer to something other than a table column. */
  #collectNames(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.#collectNames(one)
    if (!isObject(value) || this.#filters.has(value)) return
    for (const key of ['aliasname', 'ctename', 'relname']) {
      const name = value[key]
      if (typeof name === 'string') this.#rows.add(name)
    }
    for (const name of [...list(value.colnames), ...list(value.aliascolnames)])
      this.#rename(String(at(name, 'String', 'sval')), undefined)
    const isAnswer = value === this.#query
    for (const target of isAnswer ? [] : list(value.targetList)) {
      const shown = at(target, 'ResTarget', 'val')
      const name = at(target, 'ResTarget', 'name')
      if (typeof name === 'string' && name !== lastName(shown)) this.#rename(name, [shown])
      if (name === undefined && at(shown, 'ColumnRef') === undefined) {
        const kept = keptName(shown)
        if (kept !== undefined) this.#rename(kept, [shown])
      }
      const called = namesIn(at(shown, 'FuncCall', 'funcname'))?.at(-1)
      const cast = namesIn(at(shown, 'TypeCast', 'typeName', 'names'))?.at(-1)
      const word = at(shown, 'SQLValueFunction', 'op')
      for (const one of [called, cast, word, 'coalesce'])
        if (typeof one === 'string') this.#rename(one.replace(/^SVFOP_/, '').toLowerCase(), [shown])
    }
    for (const key in value) this.#collectNames(value[key])
  }

  /** The class of a value; aggregates count as over joined rows. */
  classOf(value: unknown): ValueClass | undefined {
    return this.#classOf(value, { closed: true, answer: false })
  }

  /** What a name refers to besides table columns; undefined if unknown. */
  meaningsOf(name: string): readonly unknown[] | undefined {
    return this.#meanings.has(name) ? this.#meanings.get(name) : []
  }

  /** The classes of the table columns with this name. */
  storedAs(name: string): ReadonlySet<ValueClass | undefined> {
    return this.#classes.get(name) ?? new Set()
  }

  #rename(name: string, meanings: unknown[] | undefined): void {
    this.#renamed.add(name)
    const known = this.#meanings.has(name) ? this.#meanings.get(name) : []
    if (meanings !== undefined) known?.push(...meanings)
    this.#meanings.set(name, meanings && known)
  }

  #select(select: unknown, position: Position): boolean {
    if (this.#filters.has(select)) return true
    if (!isObject(select) || select.valuesLists !== undefined || select.windowClause !== undefined) return false
    const inner = { ...position, answer: false }
    const withs = list(at(select, 'withClause', 'ctes')).map((cte) => at(cte, 'CommonTableExpr', 'ctequery'))
    const limits = [select.limitCount, select.limitOffset].filter((limit) => limit !== undefined)
    if (!withs.every((one) => this.#select(at(one, 'SelectStmt'), inner))) return false
    if (!limits.every((limit) => at(limit, 'A_Const') !== undefined)) return false
    const sorts = list(select.sortClause).map((sort) => at(sort, 'SortBy', 'node'))
    if (select.op !== 'SETOP_NONE')
      return (
        this.#select(select.larg, inner) &&
        this.#select(select.rarg, inner) &&
        sorts.every((sort) => at(sort, 'A_Const') !== undefined || at(sort, 'ColumnRef') !== undefined)
      )
    const targets = list(select.targetList).map((target) => at(target, 'ResTarget'))
    const risky = targets.filter((target) => !this.#isPlain(at(target, 'val'), position))
    if (risky.length > 0 && (!position.answer || select.distinctClause !== undefined)) return false
    const isRiskyName = (key: unknown): boolean => risky.some((target) => at(target, 'name') === lastName(key))
    const names = new Set(targets.map((target) => at(target, 'name')))
    const keys = [...list(select.groupClause), ...sorts, ...list(select.distinctClause)]
    const conditions = [select.whereClause, select.havingClause].filter((condition) => condition !== undefined)
    return (
      risky.every((target) => this.#isComputedLast(at(target, 'val'), position)) &&
      keys.every((key) => {
        if (isObject(key) && Object.keys(key).length === 0) return true
        if (at(key, 'A_Const') !== undefined) return risky.length === 0
        return !isRiskyName(key) && (this.#classOf(key, position) !== undefined || names.has(bareName(key) ?? key))
      }) &&
      list(select.fromClause).every((item) => this.#source(item, inner)) &&
      conditions.every((condition) => this.#isCondition(condition, position))
    )
  }

  #source(item: unknown, position: Position): boolean {
    if (at(item, 'RangeVar') !== undefined) return true
    const derived = at(item, 'RangeSubselect')
    if (derived !== undefined) {
      const closed = position.closed && at(derived, 'lateral') !== true
      return this.#select(at(derived, 'subquery', 'SelectStmt'), { ...position, closed })
    }
    const join = at(item, 'JoinExpr')
    if (join === undefined || at(join, 'isNatural') === true) return false
    const matched = namesIn(at(join, 'usingClause')) ?? []
    const on = at(join, 'quals')
    return (
      this.#source(at(join, 'larg'), position) &&
      this.#source(at(join, 'rarg'), position) &&
      matched.every((name) => ![undefined, 'computed'].includes(this.#classNamed(name, true))) &&
      (on === undefined || this.#isCondition(on, position))
    )
  }

  #isPlain(value: unknown, position: Position): boolean {
    const star = at(list(at(value, 'ColumnRef', 'fields')).at(-1), 'A_Star') !== undefined
    return star || this.#classOf(value, position) !== undefined
  }

  /** The outermost select list is computed last, except for its sub-queries and windows. */
  #isComputedLast(value: unknown, position: Position): boolean {
    if (Array.isArray(value)) return value.every((one) => this.#isComputedLast(one, position))
    if (!isObject(value)) return true
    return Object.entries(value).every(([key, content]) => {
      if (key === 'SelectStmt') return this.#select(content, { closed: false, answer: false })
      return (key !== 'over' || this.#isWindow(content, position)) && this.#isComputedLast(content, position)
    })
  }

  #isWindow(window: unknown, position: Position): boolean {
    const keys = [...list(at(window, 'partitionClause')), ...list(at(window, 'orderClause'))]
    return keys.every((key) => this.#classOf(at(key, 'SortBy', 'node') ?? key, position) !== undefined)
  }

  #isCondition(value: unknown, position: Position): boolean {
    return ['boolean', 'constant'].includes(this.#classOf(value, position) ?? '')
  }

  /** @returns undefined for what may fail or has no known class */
  #classOf(value: unknown, position: Position): ValueClass | undefined {
    const found = position.closed ? this.#found.closed : this.#found.open
    if (!found.has(value)) found.set(value, this.#classAt(value, position))
    return found.get(value)
  }

  #classAt(value: unknown, position: Position): ValueClass | undefined {
    if (at(value, 'A_Const') !== undefined) return 'constant'
    const names = namesIn(at(value, 'ColumnRef', 'fields'))
    if (names !== undefined && names.length > 0)
      return names.length > 2 ? undefined : this.#classNamed(names.at(-1) ?? '', names.length === 1)
    if (isRelativeTime(value)) return 'moment'
    const cast = at(value, 'TypeCast')
    if (cast !== undefined) return this.#castClass(cast) ?? totalClass(value, (one) => this.#classOf(one, position))
    const parts = at(value, 'BoolExpr', 'args')
    if (parts !== undefined) return booleanIf(list(parts).every((part) => this.#isCondition(part, position)))
    const empty = at(value, 'NullTest', 'arg')
    if (empty !== undefined) return booleanIf(this.#classOf(empty, position) !== undefined)
    const truthOperand = at(value, 'BooleanTest', 'arg')
    if (truthOperand !== undefined) return booleanIf(this.#isCondition(truthOperand, position))
    const link = at(value, 'SubLink')
    if (link !== undefined) return booleanIf(this.#isLink(link, position))
    const operation = at(value, 'A_Expr')
    if (operation !== undefined) return this.#operationClass(operation, position)
    const call = at(value, 'FuncCall')
    if (call !== undefined && this.#isSum(call, position)) return 'computed'
    const several = at(value, 'CoalesceExpr', 'args')
    if (several !== undefined && position.closed && this.#areSums(list(several), position)) return 'computed'
    return totalClass(value, (one) => this.#classOf(one, position))
  }

  #classOfType(declared: string): ValueClass | undefined {
    return this.#types.enumeration(declared) === undefined ? typeClass(this.#types.below(declared)) : 'label'
  }

  #castClass(cast: unknown): ValueClass | undefined {
    const type = at(cast, 'typeName')
    const names = namesIn(at(type, 'names')) ?? []
    const sized = at(type, 'typmods') !== undefined || at(type, 'arrayBounds') !== undefined
    if (sized || at(cast, 'arg', 'A_Const', 'sval') === undefined) return undefined
    return this.#types.isEnumeration(names) ? 'label' : typeClass(names.at(-1) ?? '')
  }

  #classNamed(name: string, bare: boolean): ValueClass | undefined {
    if (bare && this.#rows.has(name)) return undefined
    const classes = this.#classes.get(name)
    if (classes?.has(undefined) === true) return undefined
    if (this.#renamed.has(name)) return 'computed'
    if (classes === undefined) return undefined
    const [only] = classes
    return classes.size > 1 ? 'computed' : only
  }

  #operationClass(operation: unknown, position: Position): ValueClass | undefined {
    const operator = namesIn(at(operation, 'name'))?.join('.') ?? ''
    const kind = String(at(operation, 'kind'))
    const [left, right] = [at(operation, 'lexpr'), at(operation, 'rexpr')]
    if (/^[-+*/]$/.test(operator))
      return position.closed && this.#areSums([left, right], position) ? 'computed' : undefined
    if (/^AEXPR_I?LIKE$/.test(kind)) {
      const text = at(right, 'A_Const', 'sval', 'sval')
      const whole = typeof text === 'string' && !text.endsWith('\\')
      return booleanIf(whole && this.#classOf(left, position) === 'text')
    }
    if (/^AEXPR_(?:IN|(?:NOT_)?BETWEEN(?:_SYM)?)$/.test(kind))
      return booleanIf(this.#match([left, ...list(at(right, 'List', 'items'))], position))
    const compares = /^AEXPR_(?:OP|(?:NOT_)?DISTINCT)$/.test(kind) && /^(?:=|<>|<|>|<=|>=)$/.test(operator)
    return booleanIf(compares && this.#match([left, right], position))
  }

  #match(values: readonly unknown[], position: Position): boolean {
    const classes = values.map((value) => this.#classOf(value, position))
    const specificClasses = classes.filter((one) => one !== 'constant')
    if (specificClasses.includes(undefined)) return false
    return specificClasses.includes('computed') ? specificClasses.length === 1 : new Set(specificClasses).size <= 1
  }

  #isLink(link: unknown, position: Position): boolean {
    const select = at(link, 'subselect', 'SelectStmt')
    const inner = { closed: false, answer: false }
    if (!this.#select(select, inner)) return false
    if (at(link, 'subLinkType') === 'EXISTS_SUBLINK') return true
    if (at(link, 'subLinkType') !== 'ANY_SUBLINK' || at(link, 'operName') !== undefined) return false
    const found = at(list(at(select, 'targetList'))[0], 'ResTarget', 'val')
    const [one, other] = [this.#classOf(at(link, 'testexpr'), position), this.#classOf(found, inner)]
    const either = [one, other].includes('constant')
    return one !== undefined && other !== undefined && (either || (one === other && one !== 'computed'))
  }

  /** Aggregates over filtered rows or of stored columns; ranks; and rounded aggregates. */
  #isSum(call: unknown, position: Position): boolean {
    const name = namesIn(at(call, 'funcname'))?.join('.') ?? ''
    const args = list(at(call, 'args'))
    if (name === 'round') return position.closed && this.#areSums(args, position)
    const over = at(call, 'over')
    const known =
      /^(?:count|sum|avg|min|max)$/.test(name) || (over !== undefined && /^(?:row_number|(?:dense_)?rank)$/.test(name))
    if (!known || (over !== undefined && !this.#isWindow(over, position))) return false
    if (position.closed) return !hasQuery(call)
    const whole = at(call, 'agg_filter') === undefined && at(call, 'agg_order') === undefined
    return whole && args.every((one) => this.#classOf(one, position) !== undefined)
  }

  #areSums(values: readonly unknown[], position: Position): boolean {
    const classes = values.map((value) =>
      at(value, 'ColumnRef') === undefined ? this.#classOf(value, position) : undefined,
    )
    return classes.includes('computed') && classes.every((one) => one === 'computed' || one === 'constant')
  }
}

const booleanIf = (holds: boolean): ValueClass | undefined => (holds ? 'boolean' : undefined)

const hasQuery = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasQuery)
  return isObject(value) && (value.SelectStmt !== undefined || Object.values(value).some(hasQuery))
}

/** The column name that an expression without alias keeps. */
const keptName = (shown: unknown): string | undefined => {
  const inner =
    at(shown, 'TypeCast', 'arg') ??
    at(shown, 'CollateClause', 'arg') ??
    at(shown, 'A_Indirection', 'arg') ??
    at(shown, 'CaseExpr', 'defresult')
  return inner === undefined ? lastName(shown) : keptName(inner)
}

const lastName = (value: unknown): string | undefined => namesIn(at(value, 'ColumnRef', 'fields'))?.at(-1)

const bareName = (value: unknown): string | undefined => {
  const names = namesIn(at(value, 'ColumnRef', 'fields'))
  return names?.length === 1 ? names[0] : undefined
}
