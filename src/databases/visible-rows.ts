import type { PlaceOwner } from '../domain/access/fair-places.ts'
import type { QueryResult } from '../domain/ask/outcome.ts'
import type { GuardRules } from '../domain/guard/guard-rules.ts'
import type { GuardedQuery } from '../domain/guard/guarded-query.ts'
import type { NotCounted } from '../domain/guard/policy-preview.ts'
import type { Table } from '../domain/guard/schema.ts'
import { tableAccess } from '../domain/guard/table-access.ts'
import { isDatabaseTimeout, Problem, type ProblemName } from '../domain/problem.ts'
import type { Engine } from '../engines/engine.ts'
import { tableDrafts } from '../engines/table-drafts.ts'

/** A database whose rows are counted, and how long that may take. */
export interface CountedDatabase {
  readonly engine: Engine
  readonly address: string
  readonly owner: PlaceOwner
  /** For one statement, in ms. */
  readonly statementMs: number
  /** Aborts when the time of the whole is over. */
  readonly signal: AbortSignal
}

/** Rows of tables, read as questions read them: through the guard, each statement once. */
export class VisibleRows {
  readonly #database: CountedDatabase
  readonly #counted = new Map<string, number>()

  constructor(database: CountedDatabase) {
    this.#database = database
  }

  /** Whether questions under these rules may read a table at all. */
  isOpen(table: Table, rules: GuardRules): boolean {
    return tableAccess(table, rules, this.#database.engine.dialect.folding(rules.schema)) !== undefined
  }

  /** How many rows of a table questions under these rules see. @throws Problem `database_unreachable` and its like */
  async count(table: Table, rules: GuardRules): Promise<number | NotCounted> {
    if (!this.isOpen(table, rules)) return 0
    const guarded = await this.#guarded(tableDrafts(this.#database.engine, table).count, rules)
    if (typeof guarded === 'string') return guarded
    const key = `${guarded.statement} ${guarded.parameters.map((value) => `${typeof value} ${value}`).join('\0')}`
    const known = this.#counted.get(key)
    if (known !== undefined) return known
    const result = await this.#run(guarded, { rowsMax: 1, bytesMax: 1_024 })
    if (typeof result === 'string') return result
    // Of no documents MongoDB counts nothing, and gives no row.
    const rows = Number(result.rows[0]?.n ?? 0)
    this.#counted.set(key, rows)
    return rows
  }

  /** The first rows. @throws as `count` */
  async first(
    table: Table,
    rules: GuardRules,
    most: { readonly rowsMax: number; readonly bytesMax: number },
  ): Promise<QueryResult | NotCounted> {
    if (!this.isOpen(table, rules)) return NO_ROWS
    const guarded = await this.#guarded(tableDrafts(this.#database.engine, table).firstRows(most.rowsMax), rules)
    return typeof guarded === 'string' ? guarded : await this.#run(guarded, most)
  }

  async #guarded(draft: string, rules: GuardRules): Promise<GuardedQuery | NotCounted> {
    const { engine, owner } = this.#database
    return await this.#inTime(async () => {
      const guarded = await engine.guard(draft, rules, owner)
      return guarded.ok ? guarded.query : 'refused'
    })
  }

  async #run(
    query: GuardedQuery,
    most: { readonly rowsMax: number; readonly bytesMax: number },
  ): Promise<QueryResult | NotCounted> {
    const { engine, address, owner, statementMs: timeoutMs, signal } = this.#database
    return await this.#inTime(async () => {
      const ran = await engine.run(address, query, { ...most, timeoutMs, owner, signal, turnId: 'preview' })
      return ran.ok ? ran.result : 'refused'
    })
  }

  async #inTime<Value>(work: () => Promise<Value | NotCounted>): Promise<Value | NotCounted> {
    const { signal } = this.#database
    if (signal.aborted) return 'timeout'
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || isDatabaseTimeout(error)) return 'timeout'
      if (error instanceof Problem && BUSY.has(error.problem)) return 'busy'
      throw error
    }
  }
}

const BUSY: ReadonlySet<ProblemName> = new Set(['busy', 'tenant_busy'])

const NO_ROWS: QueryResult = { columns: [], rows: [], rowCount: 0, truncated: false, executionTimeMs: 0 }
