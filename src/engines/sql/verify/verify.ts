import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { QueryCandidate, Refusal } from '../../../guard/guarded-query.ts'
import { RefusalError } from '../../shared/refuse.ts'
import { lowerAscii } from '../names.ts'
import type { GatedText } from '../text/gated-text.ts'
import type { VerifierRules } from './verifier-rules.ts'
import { filterFault, readsOf, type VerifierContext } from './verify-filter.ts'
import { lowerTableNames, tablesByName } from './verify-names.ts'
import { at, isTextForRows, list, onlyName } from './verify-tree.ts'

/** Parses texts of this statement, with a cache. */
export interface Texts {
  trees(...texts: readonly GatedText[]): Promise<readonly unknown[]>
}

/**
 * The second check of a query. It sees only the final statement and shares no tree reading or policy code with the
 * guard, so that a leak requires the same mistake in both. Therefore it must never use `table-access.ts` or related
 * domain code: policies are interpreted again, in `verify-names.ts` and `verify-filter.ts`.
 *
 * @param texts parses the final statement, unless it is cached
 * @returns what is wrong, or undefined
 */
export const verifyRewritten = async (
  candidate: QueryCandidate,
  rules: GuardRules,
  texts: Texts,
  proof: VerifierRules,
): Promise<Refusal | undefined> => {
  const fault = await findFault(candidate, rules, texts, proof)
  if (fault === undefined) return undefined
  return { reason: 'not_proven', hint: 'The query could not be restricted safely.', repairable: false }
}

const findFault = async (
  candidate: QueryCandidate,
  rules: GuardRules,
  texts: Texts,
  proof: VerifierRules,
): Promise<string | undefined> => {
  try {
    const gated = proof.gate.statement(candidate.statement)
    if (gated.text !== candidate.statement) return 'more than one query'
    const [statements] = await texts.trees(gated)
    if (!Array.isArray(statements) || statements.length !== 1) return 'more than one query'
    const folding = proof.folding(rules.schema)
    const fences = proof.fences(statements[0], rules.schema)
    const walk = new Walk(candidate, { rules, parameters: candidate.parameters, proof, folding, fences })
    walk.value(statements[0], new Set())
    return walk.fault
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.reason
    throw error
  }
}

/** Type names in CAST, which access no data. */
const TYPE_FIELD = 'data_type'

/** Variants begin with a capital letter, fields do not. */
const [A, Z] = [65, 90]

class Walk {
  fault: string | undefined
  readonly #candidate: QueryCandidate
  readonly #judged: VerifierContext
  readonly #tables: ReadonlyMap<string, unknown>

  constructor(candidate: QueryCandidate, judged: VerifierContext) {
    this.#candidate = candidate
    this.#judged = judged
    this.#tables = tablesByName(judged.rules.schema, judged.folding)
  }

  /** @param withNames visible WITH tables, folded */
  value(value: unknown, withNames: ReadonlySet<string>): void {
    if (this.fault !== undefined || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) this.value(one, withNames)
      return
    }
    if (Object.hasOwn(value, 'body')) this.#query(value, withNames)
    else this.#fields(value, withNames)
  }

  /** @param seen a field that was already checked */
  #fields(node: object, withNames: ReadonlySet<string>, seen = ''): void {
    for (const key in node) {
      if (key === TYPE_FIELD || key === 'span' || key === seen) continue
      const field: unknown = Reflect.get(node, key)
      const first = key.charCodeAt(0)
      const rows = this.#judged.proof.rowForms.get(key)
      if (rows !== undefined) {
        this.#rowForm(rows(field), withNames)
        continue
      }
      if (first >= A && first <= Z) {
        if (!this.#judged.proof.forms.has(key)) this.fault = `unknown form ${key}`
        if (key === 'Function') this.#function(field)
        if (key === 'Table') this.#withTable(field, withNames)
      }
      if (typeof field === 'object') this.value(field, withNames)
    }
  }

  /** A query that reads database tables must be exactly one filter; others are walked. */
  #query(node: object, outer: ReadonlySet<string>): void {
    const { folding } = this.#judged
    const names = list(at(node, 'with', 'cte_tables')).map(withNameOf)
    const withNames = names.length === 0 ? outer : new Set([...outer, ...names.map(folding.table)])
    if (names.some((name) => this.#isOfTable(name))) this.fault = 'a WITH table takes the place of a table'
    const reads = readsOf(node, folding).filter((name) => !withNames.has(name) && this.#tables.has(name))
    const [table] = reads
    if (table === undefined) {
      this.#withTables(at(node, 'with'), outer, withNames)
      this.#fields(node, withNames, 'with')
    } else if (this.#candidate.tables.some((name) => folding.table(name) === table))
      this.fault ??= filterFault(node, this.#judged)
    else this.fault = 'a table is not listed'
  }

  /** Where WITH tables do not see later ones, such a name is a database table; so is an outer WITH name. */
  #withTables(ctes: unknown, outer: ReadonlySet<string>, all: ReadonlySet<string>): void {
    if (this.#judged.proof.withSeesLater) {
      this.value(ctes, all)
      return
    }
    const seen = new Set<string>()
    for (const table of list(at(ctes, 'cte_tables'))) {
      const name = this.#judged.folding.table(withNameOf(table))
      if (at(ctes, 'recursive') === true) seen.add(name)
      else if (outer.has(name) || seen.has(name)) this.fault = 'a WITH table hides another one from itself'
      this.value(table, seen)
      seen.add(name)
    }
  }

  #function(content: unknown): void {
    const name = onlyName(content)
    if (name === undefined || !this.#judged.proof.functions.has(lowerAscii(name))) this.fault = 'unknown function'
  }

  #withTable(content: unknown, withNames: ReadonlySet<string>): void {
    const name = onlyName(content)
    const known = name !== undefined && withNames.has(this.#judged.folding.table(name))
    if ((at(content, 'args') ?? null) === null) {
      if (!known) this.fault = 'an unfiltered table'
    } else if (name === undefined || known || this.#isOfTable(name)) this.fault = 'a table is called'
    else if (!this.#judged.proof.rowFunctions.has(lowerAscii(name))) this.fault = 'an unknown function for rows'
    else if (containsQuery(at(content, 'args'))) this.fault = 'a query within a function for rows'
    else if (!isTextForRows(at(content, 'args', 'args', 0, 'Unnamed', 'Expr'))) this.fault = 'no text to make rows of'
  }

  #rowForm(expression: unknown, withNames: ReadonlySet<string>): void {
    if (expression === undefined || containsQuery(expression))
      this.fault = 'a function for rows that is not as it should be'
    else this.value(expression, withNames)
  }

  /** Whether the database has a table of this name in any case, which a server might read instead. */
  #isOfTable(name: string): boolean {
    return lowerTableNames(this.#judged.rules.schema).has(name.toLowerCase())
  }
}

const containsQuery = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, 'body') || Object.values(value).some(containsQuery))

const withNameOf = (table: unknown): string => String(at(table, 'alias', 'name', 'value'))
