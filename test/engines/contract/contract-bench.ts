import type { SlotOwner } from '../../../src/access/rules/fair-semaphore.ts'
import type { QueryResult } from '../../../src/ask/rules/outcome.ts'
import type { Engine, RunLimits, RunResult } from '../../../src/engines/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { GuardedQuery, Refusal } from '../../../src/guard/guarded-query.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { EngineAdapter, LoadedDatabase } from './engine-adapter.ts'
import { fixturePolicy, restrictionOf, TABLES } from './fixture.ts'
import { accepted } from './results.ts'

const LIMITS = { timeoutMs: 30_000, rowsMax: 10_000, bytesMax: 10_000_000, turnId: 'test' } as const

export type Asked =
  | { readonly result: QueryResult; readonly query: GuardedQuery; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly refusal: Refusal }

/** One engine with the loaded fixture, shared by the tests of one `describe`. */
export class ContractBench {
  readonly adapter: EngineAdapter
  readonly engine: Engine
  readonly database: LoadedDatabase
  readonly schema: Schema

  private constructor(adapter: EngineAdapter, engine: Engine, database: LoadedDatabase, schema: Schema) {
    this.adapter = adapter
    this.engine = engine
    this.database = database
    this.schema = schema
  }

  static async open(adapter: EngineAdapter): Promise<ContractBench> {
    const engine = adapter.start()
    const database = await adapter.load(TABLES)
    return new ContractBench(adapter, engine, database, await engine.describe(database.address, never()))
  }

  async close(): Promise<void> {
    await this.engine.close()
    await this.database.remove()
  }

  rules(tenant: number, scope?: string): GuardRules {
    const policy = fixturePolicy(this.adapter.name, this.adapter.tableName, this.adapter.keyName)
    return { schema: this.schema, policy, restriction: restrictionOf(tenant, scope) }
  }

  async guard(draft: string, tenant = 1, scope?: string, owner?: SlotOwner): Promise<GuardedQuery> {
    return accepted(await this.engine.guard(draft, this.rules(tenant, scope), owner))
  }

  run(query: GuardedQuery, limits: Partial<RunLimits> = {}): Promise<RunResult> {
    const owner = { organizationId: 1, tenantId: '1' }
    return this.engine.run(this.database.address, query, { ...LIMITS, owner, signal: never(), ...limits })
  }

  /** Guards and runs a draft; returns the result, or the refusal of guard or engine. */
  async ask(draft: string, rules: GuardRules): Promise<Asked> {
    const guarded = await this.engine.guard(draft, rules)
    if (!guarded.ok) return { refusal: guarded.refusal }
    const ran = await this.run(guarded.query)
    return ran.ok ? { result: ran.result, query: guarded.query } : { refusal: ran.refusal }
  }

  /** @throws if the query does not run */
  async rows(draft: string, limits: Partial<RunLimits> = {}): Promise<QueryResult> {
    const ran = await this.run(await this.guard(draft), limits)
    if (!ran.ok) throw new Error(ran.refusal.hint)
    return ran.result
  }

  /** Waits until at least one query runs, or exactly `count`; returns at once if the adapter cannot count them. */
  async seenRunning(count?: number): Promise<void> {
    const { running } = this.adapter
    const isReached = (seen: number) => (count === undefined ? seen > 0 : seen === count)
    if (running !== undefined) await waitFor('running queries', async () => isReached(await running()))
  }

  /** Waits until no query runs; returns at once if the adapter cannot count them. */
  async seenEnded(): Promise<void> {
    const { running } = this.adapter
    if (running !== undefined) await waitFor('the end of all queries', async () => (await running()) === 0)
  }
}

/** A signal that is never aborted. */
export const never = (): AbortSignal => new AbortController().signal

/** Opens a bench before the tests of the enclosing `describe` and closes it after them. */
export const useBench = (adapter: EngineAdapter): (() => ContractBench) => {
  let bench: ContractBench | undefined
  beforeAll(async () => {
    bench = await ContractBench.open(adapter)
  })
  afterAll(() => bench?.close())
  return () => {
    if (bench === undefined) throw new Error('the bench opens before the first test')
    return bench
  }
}
