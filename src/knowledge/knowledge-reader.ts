import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import type { ColumnValues, Knowledge } from '../domain/ask/knowledge.ts'
import type { Bound, Restriction } from '../domain/guard/restriction.ts'
import type { Schema } from '../domain/guard/schema.ts'
import type { Engine } from '../engines/engine.ts'
import type { DatabaseMemory } from '../memory/database-memory.ts'
import { ColumnCache } from './column-cache.ts'
import { readColumn } from './read-column.ts'
import { readWithinBudget } from './read-within-budget.ts'
import type { ReadableColumn } from './readable-columns.ts'
import { ViewCache } from './view-cache.ts'

export interface KnowledgeRequest {
  readonly database: DatabaseSettings
  readonly engine: Pick<Engine, 'name' | 'dialect' | 'guard' | 'run'>
  readonly address: string
  /** What `describe` found; the same object for as long as it is believed. */
  readonly schema: Schema
  readonly restriction: Restriction
  readonly signal: AbortSignal
}

/** As many places as one caller may have. */
const PARALLEL = 3
const BUDGET_MS = 800
/** Values that one question is given, of all columns. */
const ALL_VALUES_MAX = 50_000

/**
 * Puts together what a planner may know on behalf of one caller. Nothing is held per caller: the view is shared by all
 * who may see the same, and values of a column by all whose row rules on its table are the same.
 */
export class KnowledgeReader {
  readonly #views: ViewCache
  readonly #columns: ColumnCache
  readonly #budgetMs: number

  constructor(memory: DatabaseMemory, { columns = new ColumnCache(memory), budgetMs = BUDGET_MS } = {}) {
    this.#views = new ViewCache(memory)
    this.#columns = columns
    this.#budgetMs = budgetMs
  }

  /** @throws Problem `database_unreachable`; an AbortError when the signal aborts */
  async read({ database, engine, address, schema, restriction, signal }: KnowledgeRequest): Promise<Knowledge> {
    const { view, digest, readable } = await this.#views.of({ database, schema, engine, restriction })
    const source = {
      ...{ engine, address, rules: { schema, policy: database.policy, restriction } },
      owner: { organizationId: database.organizationId, tenantId: restriction.tenant?.value?.toString() },
    }
    const keyOf = (column: ReadableColumn): string =>
      JSON.stringify([
        [digest, column.table, column.column],
        column.byTenant ? boundKey(restriction.tenant) : null,
        column.byScope ? boundKey(restriction.scope) : null,
      ])
    const found = await readWithinBudget({
      items: readable,
      kept: (column) => this.#columns.kept(keyOf(column)),
      read: (column) => this.#columns.read(keyOf(column), (shared) => readColumn(source, column, shared)),
      parallel: PARALLEL,
      budgetMs: this.#budgetMs,
      signal,
    })
    const inSchemaOrder = [...found].toSorted(([a], [b]) => a.at - b.at)
    return { view, values: withinTotal(inSchemaOrder.map(([, values]) => values)) }
  }

  /** What all callers hold together. */
  get held() {
    return { views: this.#views.held, columns: this.#columns.held }
  }

  close(): void {
    this.#columns.close()
  }
}

/** Structured, so that no value can be taken for another: a missing scope is not the scope `undefined`, nor 42 `'42'`. */
const boundKey = (bound: Bound | undefined) => (bound === undefined ? null : [bound.type, String(bound.value)])

/** Columns with few values come first: they are the ones that questions name. */
const withinTotal = (all: readonly ColumnValues[]): readonly ColumnValues[] => {
  let left = ALL_VALUES_MAX
  const kept = new Set<ColumnValues>()
  for (const one of all.toSorted((a, b) => a.values.length - b.values.length)) {
    left -= one.values.length
    if (left >= 0) kept.add(one)
  }
  return all.filter((one) => kept.has(one))
}
