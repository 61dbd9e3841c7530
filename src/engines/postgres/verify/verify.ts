import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { QueryCandidate, Refusal } from '../../../guard/guarded-query.ts'
import type { Table } from '../../../guard/schema.ts'
import type { Parser } from '../language/parser.ts'
import { Conditions } from './verify-conditions.ts'
import { FailureCheck } from './verify-failures.ts'
import { type Filter, type Filters, filterFault, filterIn } from './verify-filter.ts'
import { namesFault } from './verify-names.ts'
import { VerifiedTypes } from './verify-own-types.ts'
import { policyFor, tableOf } from './verify-policy.ts'
import { at, isObject, list, namesIn, onlyKey } from './verify-tree.ts'
import { FORMS, FUNCTION_NAMES, OPERATOR_NAMES, TYPE_NAMES, VALUE_WORDS } from './verify-words.ts'

/**
 * The second check of a query. It sees only the final statement and shares no tree reading or policy code with the
 * guard, so that a leak requires the same mistake in both. Therefore it must never use `table-access.ts`, related
 * domain code or the walk over the draft: policies and allowed constructs are defined again in the files called
 * `verify-…`.
 *
 * @param parser parses the final statement, with a cache
 * @returns what is wrong, or undefined
 */
export const verify = (candidate: QueryCandidate, rules: GuardRules, parser: Parser): Refusal | undefined => {
  const fault = faultOf(candidate, rules, parser)
  if (fault === undefined) return undefined
  return { reason: 'not_proven', hint: 'The query could not be restricted safely.', repairable: false }
}

/** What is wrong with a candidate, as a text for tests. */
export const faultOf = (candidate: QueryCandidate, rules: GuardRules, parser: Parser): string | undefined => {
  const parsed = parser.parseFinal(candidate.statement)
  if (!parsed.ok) return 'no query'
  const statements = list(at(parsed.tree, 'stmts'))
  const query = at(statements[0], 'stmt', 'SelectStmt')
  if (statements.length !== 1 || query === undefined) return 'not one query'
  // Set by the parser if something follows the statement.
  if (at(statements[0], 'stmt_len') !== undefined) return 'more than a query'
  const inspection = new Inspection(candidate, rules)
  inspection.select(query, NO_NAMES)
  const { filters } = inspection
  return inspection.fault ?? namesFault(query, filters, rules) ?? fenceFault(query, filters, rules)
}

const NO_NAMES: ReadonlySet<string> = new Set()

class Inspection {
  fault: string | undefined
  /** The filters found, by their nodes. */
  readonly filters = new Map<unknown, Filter>()
  readonly #candidate: QueryCandidate
  readonly #rules: GuardRules
  readonly #types: VerifiedTypes

  constructor(candidate: QueryCandidate, rules: GuardRules) {
    this.#candidate = candidate
    this.#rules = rules
    this.#types = new VerifiedTypes(rules.schema)
  }

  /** @param names visible WITH tables */
  select(select: unknown, names: ReadonlySet<string>): void {
    const filter = filterIn(select)
    if (filter !== undefined) {
      this.filters.set(select, filter)
      this.fault ??= filterFault(filter, this.#candidate, this.#rules)
      return
    }
    if (at(select, 'withClause') === undefined) {
      this.#fields('SelectStmt', select, names)
      return
    }
    const own = list(at(select, 'withClause', 'ctes')).map((cte) => at(cte, 'CommonTableExpr'))
    const recursive = at(select, 'withClause', 'recursive') === true
    const all = new Set([...names, ...own.map((cte) => String(at(cte, 'ctename')))])
    let inside = recursive ? all : names
    for (const cte of own) {
      this.#fields('CommonTableExpr', cte, inside)
      inside = new Set([...inside, String(at(cte, 'ctename'))])
    }
    this.#keys('WithClause', at(select, 'withClause'))
    this.#fields('SelectStmt', select, inside)
  }

  #value(value: unknown, names: ReadonlySet<string>): void {
    if (this.fault !== undefined || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) this.#value(one, names)
      return
    }
    const form = onlyKey(value)
    if (form !== undefined) this.#form(form, at(value, form), names)
    // DISTINCT without ON is an empty node, as is the missing column list of a function.
    else if (Object.keys(value).length > 0) this.fault = 'a node of several forms'
  }

  #form(form: string, content: unknown, names: ReadonlySet<string>): void {
    switch (form) {
      case 'SelectStmt':
        this.select(content, names)
        return
      case 'RangeVar':
        this.#withTable(content, names)
        return
      case 'FuncCall':
        this.#oneOf(at(content, 'funcname'), FUNCTION_NAMES, 'unknown function')
        break
      case 'A_Expr':
        this.#oneOf(at(content, 'name'), OPERATOR_NAMES, 'unknown operator', 1)
        break
      case 'SubLink':
        if (at(content, 'operName') !== undefined)
          this.#oneOf(at(content, 'operName'), OPERATOR_NAMES, 'unknown operator', 1)
        break
      case 'SQLValueFunction':
        if (!VALUE_WORDS.has(String(at(content, 'op')))) this.fault = 'unknown value'
        break
    }
    this.#fields(form, content, names)
  }

  #fields(form: string, content: unknown, names: ReadonlySet<string>): void {
    const known = FORMS.get(form)
    if (known === undefined || !isObject(content)) {
      this.fault = `unknown form ${form}`
      return
    }
    for (const key in content) {
      const value = content[key]
      const kind = known.get(key)
      if (kind === undefined) this.fault = `unknown part of ${form}`
      if (this.fault !== undefined) return
      if (kind === 'words' || typeof value !== 'object') continue
      if (key === 'typeName') this.#type(value)
      else if (key === 'larg' || key === 'rarg') {
        if (form === 'SelectStmt') this.select(value, names)
        else this.#value(value, names)
      } else if (key === 'over') this.#fields('WindowDef', value, names)
      else this.#value(value, names)
    }
  }

  #keys(form: string, content: unknown): void {
    const known = FORMS.get(form)
    if (known === undefined || !isObject(content)) this.fault = `unknown form ${form}`
    else for (const key in content) if (!known.has(key)) this.fault = `unknown part of ${form}`
  }

  #type(type: unknown): void {
    this.#keys('TypeName', type)
    if (this.#types.isEnumeration(namesIn(at(type, 'names')) ?? [])) return
    this.#oneOf(at(type, 'names'), TYPE_NAMES, 'unknown type')
  }

  #oneOf(names: unknown, known: ReadonlySet<string>, fault: string, partsMax = 2): void {
    const parts = list(names).map((name) => at(name, 'String', 'sval'))
    const [schema, name] = parts.length > 1 ? parts : ['pg_catalog', parts[0]]
    const isKnown = schema === 'pg_catalog' && typeof name === 'string' && known.has(name)
    if (parts.length > partsMax || !isKnown) this.fault = fault
  }

  /** Outside of filters only WITH tables may be read, by unqualified names. */
  #withTable(content: unknown, names: ReadonlySet<string>): void {
    this.#keys('RangeVar', content)
    const schema = at(content, 'schemaname') ?? at(content, 'catalogname')
    if (schema !== undefined || !names.has(String(at(content, 'relname')))) this.fault = 'an unfiltered table'
  }
}

/**
 * Checks that filters are fenced where the query may be evaluated on rows that they remove: all of them if a condition
 * could fail or take long, and those of `via` tables if anything could fail on a row before the join with its parent.
 *
 * @param filters the sub-selects that read tables
 * @returns what is wrong, or undefined
 */
const fenceFault = (query: unknown, filters: Filters, rules: GuardRules): string | undefined => {
  const open = [...filters].filter(([, { read, fenced }]) => !fenced && at(read, 'whereClause') !== undefined)
  if (open.length === 0) return undefined
  const tables = new Map([...filters].map(([place, { read }]) => [place, { read, table: readBy(read, rules) }]))
  const conduct = new FailureCheck(query, tables, new VerifiedTypes(rules.schema))
  if (!new Conditions(query, filters, conduct).areSafe()) return 'a condition that may run too early'
  const openChild = open.some(([place]) => {
    const table = tables.get(place)?.table
    return table !== undefined && policyFor(table, rules.policy)?.mode === 'via'
  })
  return !openChild || conduct.isSafe() ? undefined : 'a child without its fence'
}

const readBy = (read: unknown, { schema }: GuardRules): Table | undefined => {
  const table = at(list(at(read, 'fromClause'))[0], 'RangeVar')
  return tableOf(schema, String(at(table, 'schemaname')), String(at(table, 'relname')))
}
