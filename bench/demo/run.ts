import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoForSchema } from '../../demo/for-schema.ts'
import { demoTablesFor, generateDemo } from '../../demo/generate.ts'
import { DEMO } from '../../demo/organization.ts'
import type { DemoQuestion } from '../../demo/questions.ts'
import type { Engine } from '../../src/engines/engine.ts'
import { sqliteEngine } from '../../src/engines/sqlite/engine.ts'
import { restrict } from '../../src/guard/restriction.ts'
import type { Planner } from '../../src/planner/planner.ts'
import { loaderOf } from '../../test/support/loader-of.ts'
import { indexedKnowledge } from '../questions/indexed-knowledge.ts'
import { type Asked, ask, type View } from './asker.ts'
import { GoldCopies } from './gold.ts'
import { type Judged, judge } from './judge.ts'

/** Another engine than SQLite, with an empty database of it. */
export interface DemoTarget {
  readonly engine: Engine
  readonly address: string
}

/** A fresh demo database with everything for asking and judging. Answers are judged by gold queries in SQLite, for every engine. */
export class DemoBench {
  readonly #engine: Engine
  readonly #address: string
  readonly #loaded: Promise<void> | undefined
  readonly #today: Date
  readonly #folder = mkdtempSync(join(tmpdir(), 'demo-bench-'))
  #golds: GoldCopies | undefined
  readonly #views = new Map<string, Promise<View>>()

  /** @param place its engine is closed with the bench; the caller owns the database */
  constructor(today: Date, place?: DemoTarget) {
    this.#today = today
    this.#engine = place?.engine ?? sqliteEngine()
    this.#address = place?.address ?? `sqlite:${this.#file}`
    if (place === undefined) generateDemo(this.#file, today)
    const { signal } = new AbortController()
    if (place !== undefined) {
      const tables = demoTablesFor(place.engine, today)
      this.#loaded = loaderOf(place.engine.name).load(place.address, tables, { replace: true, signal })
    }
  }

  get golds(): GoldCopies {
    // Comparing engines needs no file.
    if (!existsSync(this.#file)) generateDemo(this.#file, this.#today)
    this.#golds ??= new GoldCopies(this.#file, this.#folder, this.#today)
    return this.#golds
  }

  get #file(): string {
    return join(this.#folder, 'demo.sqlite')
  }

  /** Every question for its tenant, or for every requested tenant. */
  async run(
    planner: Planner,
    questions: readonly DemoQuestion[],
    tenants: readonly number[],
  ): Promise<readonly Judged[]> {
    const judged: Judged[] = []
    for (const tenant of tenants) {
      for (const question of questions.filter((one) => one.tenant === undefined || one.tenant === tenant)) {
        judged.push(judge(question, tenant, await this.ask(planner, question, tenant), this.golds))
      }
    }
    return judged
  }

  async ask(planner: Planner, question: DemoQuestion, tenant: number): Promise<Asked> {
    return ask(planner, await this.view(tenant, question.scope), question, this.#today)
  }

  isRight(question: DemoQuestion, tenant: number, asked: Asked): boolean {
    return judge(question, tenant, asked, this.golds).verdict === 'right'
  }

  view(tenant: number, scope?: string): Promise<View> {
    const key = `${tenant} ${scope ?? ''}`
    const view = this.#views.get(key) ?? this.#readView(tenant, scope)
    this.#views.set(key, view)
    return view
  }

  async close(): Promise<void> {
    this.#golds?.close()
    await this.#engine.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #readView(tenant: number, scope: string | undefined): Promise<View> {
    await this.#loaded
    const { signal } = new AbortController()
    const engine = this.#engine
    const address = this.#address
    const described = await engine.describe(address, signal)
    const database = { ...DEMO.database, ...demoForSchema(described), organizationId: 1 }
    const caller = { organizationId: 1, kind: 'organization', userId: 1, tenantId: String(tenant) } as const
    const restriction = restrict(scope === undefined ? caller : { ...caller, scopeId: scope }, database)
    const source = { database, engine, address, schema: described, restriction, caller, signal }
    const { know, schema } = await indexedKnowledge(source)
    return { engine, address, schema, policy: database.policy, restriction, know, knowledge: await know() }
  }
}
