import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDemo } from '../../demo/generate.ts'
import { DEMO } from '../../demo/organization.ts'
import type { DemoQuestion } from '../../demo/questions.ts'
import { restrict } from '../../src/domain/guard/restriction.ts'
import type { Engine } from '../../src/engines/engine.ts'
import { sqliteEngine } from '../../src/engines/sqlite/engine.ts'
import { KnowledgeReader } from '../../src/knowledge/knowledge-reader.ts'
import type { Planner } from '../../src/planner/planner.ts'
import { ask, type View } from './asker.ts'
import { GoldCopies } from './gold.ts'
import { type Judged, judge } from './judge.ts'

/** Every value is read before the first question, however busy the machine. */
const READING_MS = 60_000

const DATABASE = { ...DEMO.database, organizationId: 1 }

/** A fresh demo database with everything that asking and judging need. */
export class DemoBench {
  readonly golds: GoldCopies
  readonly #engine: Engine = sqliteEngine()
  readonly #reader = new KnowledgeReader({ budgetMs: READING_MS })
  readonly #today: Date
  readonly #folder = mkdtempSync(join(tmpdir(), 'demo-bench-'))
  readonly #views = new Map<string, Promise<View>>()

  constructor(today: Date) {
    this.#today = today
    generateDemo(this.#file, today)
    this.golds = new GoldCopies(this.#file, this.#folder, today)
  }

  /** Every question for its tenant, or for every tenant that is asked for. */
  async run(
    planner: Planner,
    questions: readonly DemoQuestion[],
    tenants: readonly number[],
  ): Promise<readonly Judged[]> {
    const judged: Judged[] = []
    for (const tenant of tenants) {
      for (const question of questions.filter((one) => one.tenant === undefined || one.tenant === tenant)) {
        const view = await this.view(tenant, question.scope)
        judged.push(judge(question, tenant, await ask(planner, view, question, this.#today), this.golds))
      }
    }
    return judged
  }

  view(tenant: number, scope?: string): Promise<View> {
    const key = `${tenant} ${scope ?? ''}`
    const view = this.#views.get(key) ?? this.#readView(tenant, scope)
    this.#views.set(key, view)
    return view
  }

  async close(): Promise<void> {
    this.golds.close()
    this.#reader.close()
    await this.#engine.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #file(): string {
    return join(this.#folder, 'demo.sqlite')
  }

  async #readView(tenant: number, scope: string | undefined): Promise<View> {
    const caller = { organizationId: 1, kind: 'organization', userId: 1, tenantId: String(tenant) } as const
    const restriction = restrict(scope === undefined ? caller : { ...caller, scopeId: scope }, DATABASE)
    const address = `sqlite:${this.#file}`
    const { signal } = new AbortController()
    const engine = this.#engine
    const schema = await engine.describe(address, signal)
    const knowledge = await this.#reader.read({ database: DATABASE, engine, address, schema, restriction, signal })
    return { engine, address, schema, policy: DATABASE.policy, restriction, knowledge }
  }
}
