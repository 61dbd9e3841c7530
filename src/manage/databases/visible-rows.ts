import type { SlotOwner } from '../../access/rules/fair-semaphore.ts'
import type { QueryResult } from '../../ask/rules/outcome.ts'
import type { Engine, RunLimits } from '../../engines/engine.ts'
import { tableDrafts } from '../../engines/shared/dialect.ts'
import type { GuardRules } from '../../guard/guard-rules.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import type { NotCounted } from '../../guard/policy-preview.ts'
import type { Table } from '../../guard/schema.ts'
import { tableAccess } from '../../guard/table-access.ts'
import { isDatabaseTimeout, Problem } from '../../platform/problems/problem.ts'

/** A database whose rows are counted, with time limits. */
interface CountedDatabase {
  readonly engine: Engine
  readonly address: string
  readonly owner: SlotOwner
  /** Time limit per statement, in ms. */
  readonly statementMs: number
  /** Aborts at the end of the total time. */
  readonly signal: AbortSignal
}

/** Reads tables through the guard, as questions under given rules do. */
export interface VisibleRows {
  /** Whether these rules allow access to a table. */
  isOpen(table: Table, rules: GuardRules): boolean
  /** Number of visible rows; results of equal statements are cached. @throws Problem such as `database_unreachable` */
  count(table: Table, rules: GuardRules): Promise<number | NotCounted>
  /** The first visible rows. @throws as `count` */
  first(table: Table, rules: GuardRules, limits: RowsMost): Promise<QueryResult | NotCounted>
}

type RowsMost = Pick<RunLimits, 'rowsMax' | 'bytesMax'>

const ONE_ROW: RowsMost = { rowsMax: 1, bytesMax: 1_024 }
const NO_ROWS: QueryResult = { columns: [], rows: [], rowCount: 0, truncated: false, executionTimeMs: 0 }

export const visibleRows = ({ engine, address, owner, statementMs, signal }: CountedDatabase): VisibleRows => {
  const counted = new Map<string, number>()
  const isOpen: VisibleRows['isOpen'] = (table, rules) =>
    tableAccess(table, rules, engine.dialect.folding(rules.schema)) !== undefined
  const guarded = async <Value>(
    draft: string,
    rules: GuardRules,
    read: (query: GuardedQuery) => Promise<Value | NotCounted>,
  ): Promise<Value | NotCounted> => {
    if (signal.aborted) return 'timeout'
    try {
      const result = await engine.guard(draft, rules, owner)
      return result.ok ? await read(result.query) : 'refused'
    } catch (error) {
      if (signal.aborted || isDatabaseTimeout(error)) return 'timeout'
      if (error instanceof Problem && (error.problem === 'busy' || error.problem === 'tenant_busy')) return 'busy'
      throw error
    }
  }
  const run = async (query: GuardedQuery, limits: RowsMost): Promise<QueryResult | NotCounted> => {
    const runLimits = { ...limits, timeoutMs: statementMs, owner, signal, turnId: 'preview' }
    const ran = await engine.run(address, query, runLimits)
    return ran.ok ? ran.result : 'refused'
  }
  return {
    isOpen,
    async count(table, rules) {
      if (!isOpen(table, rules)) return 0
      return await guarded(tableDrafts(engine, table).count, rules, async (query) => {
        const key = keyOf(query)
        const known = counted.get(key)
        if (known !== undefined) return known
        const result = await run(query, ONE_ROW)
        if (typeof result === 'string') return result
        // For zero documents, MongoDB's count returns no row.
        const rows = Number(result.rows[0]?.n ?? 0)
        counted.set(key, rows)
        return rows
      })
    },
    async first(table, rules, limits) {
      if (!isOpen(table, rules)) return NO_ROWS
      return await guarded(tableDrafts(engine, table).firstRows(limits.rowsMax), rules, (query) => run(query, limits))
    },
  }
}

const keyOf = ({ statement, parameters }: GuardedQuery): string =>
  [statement, ...parameters.map((value) => `${typeof value} ${value}`)].join('\0')
