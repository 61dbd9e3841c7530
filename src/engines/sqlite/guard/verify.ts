import type { GuardRules } from '../../../domain/guard/guard-rules.ts'
import type { Candidate, Refusal } from '../../../domain/guard/guarded-query.ts'
import { FUNCTIONS } from './allow-list.ts'
import { statementGate } from './lexical-gate.ts'
import { fold } from './names.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import { Refused } from './refuse.ts'
import { at, filterFault, list, readsOf } from './verify-filter.ts'
import { tablesByName } from './verify-names.ts'

/**
 * The second judgement of a query. It sees the final statement only and shares no reading of trees or policies with
 * the code that wrote it, so that a leak takes the same mistake in both. For that reason it must never use the domain's
 * `table-access.ts` or what stands beside it: what a policy means is read a second time, in `verify-names.ts` and
 * `verify-filter.ts`.
 *
 * @param texts parses the final statement, unless that very text was parsed before
 * @returns what is wrong, or undefined
 */
export const verify = async (
  candidate: Candidate,
  rules: GuardRules,
  texts: ParsedTexts,
): Promise<Refusal | undefined> => {
  const fault = await findFault(candidate, rules, texts)
  if (fault === undefined) return undefined
  return { reason: 'not_proven', hint: 'The query could not be restricted safely.', repairable: false }
}

const findFault = async (candidate: Candidate, rules: GuardRules, texts: ParsedTexts): Promise<string | undefined> => {
  try {
    const { text, parserText } = statementGate(candidate.statement)
    if (text !== candidate.statement) return 'more than one query'
    const [statements] = await texts.trees(parserText)
    if (!Array.isArray(statements) || statements.length !== 1) return 'more than one query'
    const walk = new Walk(candidate, rules)
    walk.value(statements[0], new Set())
    return walk.fault
  } catch (error) {
    if (error instanceof Refused) return error.refusal.reason
    throw error
  }
}

/** Variants of the parser's tree that may occur outside of filters; tables, functions and queries are looked at. */
const FORMS: ReadonlySet<string> = new Set(
  `Query Select SetOperation Values Expressions LimitOffset OffsetCommaLimit UnnamedExpr ExprWithAlias Wildcard
  QualifiedWildcard ObjectName Identifier CompoundIdentifier Value Number SingleQuotedString HexStringLiteral Boolean Null
  BinaryOp UnaryOp Nested IsNull IsNotNull IsTrue IsNotTrue IsFalse IsNotFalse IsDistinctFrom IsNotDistinctFrom Between
  Like InList InSubquery Exists Subquery Case Cast Collate Ceil Floor Substring Trim Tuple Function List Unnamed Expr
  OrderBy WindowSpec NamedWindow CurrentRow Preceding Following Table Derived NestedJoin Join Inner Left LeftOuter Right
  RightOuter FullOuter CrossJoin On Using DateTimeField Word`.split(/\s+/),
)

/** Forms inside of CAST's type, which touch no data. */
const TYPE_FIELD = 'data_type'

class Walk {
  fault: string | undefined
  readonly #candidate: Candidate
  readonly #rules: GuardRules
  readonly #tables: ReadonlyMap<string, unknown>

  constructor(candidate: Candidate, rules: GuardRules) {
    this.#candidate = candidate
    this.#rules = rules
    this.#tables = tablesByName(rules.schema)
  }

  /** @param withNames the WITH tables in sight, case-folded */
  value(value: unknown, withNames: ReadonlySet<string>): void {
    if (this.fault !== undefined || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) this.value(one, withNames)
      return
    }
    if (Object.hasOwn(value, 'body')) this.#query(value, withNames)
    else this.#fields(value, withNames)
  }

  #fields(node: object, withNames: ReadonlySet<string>): void {
    for (const [key, field] of Object.entries(node)) {
      if (key === TYPE_FIELD || key === 'span') continue
      if (/^[A-Z]/.test(key) && !FORMS.has(key)) this.fault = `unknown form ${key}`
      if (key === 'Function') this.#function(field)
      if (key === 'Table') this.#withTable(field, withNames)
      this.value(field, withNames)
    }
  }

  /** A query that reads tables of the database is one filter, exactly; any other is walked on. */
  #query(node: object, outer: ReadonlySet<string>): void {
    const names = withNamesOf(node)
    const withNames = names.length === 0 ? outer : new Set([...outer, ...names])
    if (names.some((name) => this.#filteredTables().has(name))) this.fault = 'a WITH table takes the place of a table'
    const reads = readsOf(node).filter((name) => !withNames.has(name) && this.#tables.has(name))
    const [table] = reads
    if (table === undefined) this.#fields(node, withNames)
    else if (this.#candidate.tables.some((name) => fold(name) === table))
      this.fault ??= filterFault(node, this.#candidate.parameters, this.#rules)
    else this.fault = 'a table is not listed'
  }

  #function(content: unknown): void {
    const name = onlyName(content)
    if (name === undefined || !FUNCTIONS.has(name)) this.fault = 'unknown function'
  }

  #withTable(content: unknown, withNames: ReadonlySet<string>): void {
    const name = onlyName(content)
    const called = (at(content, 'args') ?? null) !== null
    if (name === undefined || !withNames.has(name) || called) this.fault = 'an unfiltered table'
  }

  /** Every table that a filter of this statement may look into. */
  #filteredTables(): ReadonlySet<string> {
    const names = new Set(this.#candidate.tables.map((name) => fold(name)))
    for (let size = -1; size !== names.size; ) {
      size = names.size
      for (const [table, policy] of Object.entries(this.#rules.policy.tables))
        if (policy.mode === 'via' && (names.has(fold(table)) || table === '*'))
          names.add(fold(policy.ref.slice(0, policy.ref.lastIndexOf('.'))))
    }
    return names
  }
}

/** The name of a table or function, case-folded; undefined when it is qualified. */
const onlyName = (content: unknown): string | undefined => {
  const name = list(at(content, 'name'))
  const value = at(name[0], 'Identifier', 'value')
  return name.length === 1 && typeof value === 'string' ? fold(value) : undefined
}

const withNamesOf = (node: unknown): readonly string[] =>
  list(at(node, 'with', 'cte_tables')).map((table) => fold(String(at(table, 'alias', 'name', 'value'))))
