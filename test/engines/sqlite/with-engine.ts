import type { QueryResult } from '../../../src/ask/rules/outcome.ts'
import type { Engine, RunLimits, RunResult } from '../../../src/engines/engine.ts'
import { sqliteEngine } from '../../../src/engines/sqlite/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { GuardedQuery, Refusal } from '../../../src/guard/guarded-query.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { POLICY, restrictionOf, ShopFiles } from './shop-fixture.ts'

/** The engine with the shared fixture, for one test file. */
export class Bench {
  readonly engine: Engine = sqliteEngine({ processesMax: 4 })
  readonly files = new ShopFiles()
  readonly schema: Schema

  constructor(schema: Schema) {
    this.schema = schema
  }

  rules(tenant: number, scope?: string): GuardRules {
    return { schema: this.schema, policy: POLICY, restriction: restrictionOf(tenant, scope) }
  }

  run(query: GuardedQuery, limits: Partial<RunLimits> = {}): Promise<RunResult> {
    return this.engine.run(this.files.address, query, { ...LIMITS, signal: new AbortController().signal, ...limits })
  }

  /** Guards and runs a draft; returns the result, or the refusal of guard or engine. */
  async ask(draft: string, rules: GuardRules): Promise<Asked> {
    const guarded = await this.engine.guard(draft, rules)
    if (!guarded.ok) return { refusal: guarded.refusal, by: 'guard' }
    const ran = await this.run(guarded.query)
    return ran.ok ? { result: ran.result, query: guarded.query } : { refusal: ran.refusal, by: 'database' }
  }

  async close(): Promise<void> {
    await this.engine.close()
    this.files.remove()
  }
}

export type Asked =
  | { readonly result: QueryResult; readonly query: GuardedQuery; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly refusal: Refusal; readonly by: 'guard' | 'database' }

const LIMITS = {
  timeoutMs: 10_000,
  rowsMax: 10_000,
  bytesMax: 10_000_000,
  turnId: 'test',
  owner: { organizationId: 1 },
} as const

export const openBench = async (): Promise<Bench> => {
  const describing = new Bench({ engine: 'sqlite', tables: [] })
  const schema = await describing.engine.describe(describing.files.address, new AbortController().signal)
  return Object.assign(describing, { schema })
}
