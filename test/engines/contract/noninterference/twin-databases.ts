import type { Engine } from '../../../../src/engines/engine.ts'
import type { GuardRules } from '../../../../src/guard/guard-rules.ts'
import type { GuardedQuery } from '../../../../src/guard/guarded-query.ts'
import { Problem } from '../../../../src/platform/problems/problem.ts'
import { never } from '../contract-bench.ts'
import type { EngineAdapter, LoadedDatabase } from '../engine-adapter.ts'
import { fixturePolicy, restrictionOf } from '../fixture.ts'
import { cells } from '../results.ts'
import type { EngineTwins } from './engine-twins.ts'
import { type Others, twinTables, type View } from './twin-tables.ts'

/** Limits that queries exceed, so that truncated results are compared as well. */
const LIMITS = { timeoutMs: 30_000, rowsMax: 60, bytesMax: 20_000, turnId: 'test', owner: { organizationId: 1 } }

type Adapter = EngineAdapter & { readonly twins: EngineTwins }

/**
 * The outcomes in two databases: equal results, or equal failures. `early`: one failed on visible rows, which a server may
 * evaluate before it has joined them. `unsteady`: a repetition had equal outcomes, for example if a server computes with
 * state of an earlier row. `leaked`: they differ.
 */
export type Verdict =
  | { readonly kind: 'answered' | 'failed' | 'early' | 'unsteady' }
  | { readonly kind: 'leaked'; readonly one: string; readonly other: string }

/** The outcome of a query that a caller sees, without times. */
interface Outcome {
  /** One text for each entry of SHIFTS. */
  readonly texts: readonly string[]
  readonly failed: boolean
}

/**
 * Floating point sums in another order differ in their last digits: numbers are equal if they round to the same value
 * after one of these shifts.
 */
const SHIFTS = [0, 1, 2, 3] as const

const areSame = (one: Outcome, other: Outcome): boolean => one.texts.some((text, shift) => text === other.texts[shift])

/** Two databases that one caller must not be able to distinguish. */
export class TwinDatabases {
  readonly rules: GuardRules
  readonly #adapter: Adapter
  readonly #view: View
  readonly #engine: Engine
  readonly #twins: readonly LoadedDatabase[]
  #alone: Promise<readonly LoadedDatabase[]> | undefined

  private constructor(
    adapter: Adapter,
    view: View,
    opened: { readonly rules: GuardRules; readonly engine: Engine; readonly twins: readonly LoadedDatabase[] },
  ) {
    this.#adapter = adapter
    this.#view = view
    this.rules = opened.rules
    this.#engine = opened.engine
    this.#twins = opened.twins
  }

  static async open(adapter: Adapter, view: View): Promise<TwinDatabases> {
    const engine = adapter.start()
    const twins = [await load(adapter, view, 'one'), await load(adapter, view, 'other')]
    const schema = await engine.describe(twins[0]?.address ?? '', never())
    const { tables, ...policy } = fixturePolicy(adapter.name, adapter.tableName, adapter.keyName)
    const whole = { ...policy, tables: { ...tables, ...adapter.twins.moreTables } }
    const rules = { schema, policy: whole, restriction: restrictionOf(view.tenant, view.scope) }
    return new TwinDatabases(adapter, view, { rules, engine, twins })
  }

  get addresses(): readonly string[] {
    return this.#twins.map(({ address }) => address)
  }

  /** @returns the guarded query, or the reason of a refusal, which cannot depend on rows */
  async guard(draft: string): Promise<GuardedQuery | string> {
    const guarded = await this.#engine.guard(draft, this.rules)
    return guarded.ok ? guarded.query : guarded.refusal.reason
  }

  /** Runs a query on both databases. @param ordered whether the query defines the order of rows */
  async compare(query: GuardedQuery, ordered: boolean): Promise<Verdict> {
    const [one, other] = await this.#run(query, ordered)
    if (areSame(one, other)) return { kind: one.failed ? 'failed' : 'answered' }
    if ((one.failed || other.failed) && (await this.#failsAlone(query, one)) && (await this.#failsAlone(query, other)))
      return { kind: 'early' }
    const [oneAgain, otherAgain] = await this.#run(query, ordered)
    if (areSame(oneAgain, otherAgain)) return { kind: 'unsteady' }
    return { kind: 'leaked', one: one.texts[0] ?? '', other: other.texts[0] ?? '' }
  }

  async #run(query: GuardedQuery, ordered: boolean): Promise<readonly [Outcome, Outcome]> {
    const outcomes = this.addresses.map((address) => this.#outcome(address, query, ordered))
    const [one, other] = await Promise.all(outcomes)
    if (one === undefined || other === undefined) throw new Error('there are two databases')
    return [one, other]
  }

  /**
   * Whether the outcome is a result, or a failure on visible rows: one that also occurs in a database with visible rows
   * only, in one of the orders in which the server may read them.
   */
  async #failsAlone(query: GuardedQuery, outcome: Outcome): Promise<boolean> {
    if (!outcome.failed) return true
    this.#alone ??= this.#openAlone()
    for (const { address } of await this.#alone)
      if (areSame(await this.#outcome(address, query, false), outcome)) return true
    return false
  }

  /** The shortest time in ms on each database, of this number of rounds. */
  async times(query: GuardedQuery, rounds: number): Promise<readonly [number, number]> {
    const shortest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < rounds; round++)
      for (const [index, address] of this.addresses.entries()) {
        const began = performance.now()
        await this.#outcome(address, query, false)
        shortest[index] = Math.min(shortest[index] ?? 0, performance.now() - began)
      }
    return shortest
  }

  /** Whether the results without a guard differ; undefined if the draft fails on both. */
  async differUnguarded(draft: string): Promise<boolean | undefined> {
    const [one, other] = await Promise.all(
      this.#twins.map((database) =>
        database.find(draft).then(
          (rows) => JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted()),
          () => 'failed',
        ),
      ),
    )
    return one === 'failed' && other === 'failed' ? undefined : one !== other
  }

  async close(): Promise<void> {
    await this.#engine.close()
    for (const database of [...this.#twins, ...((await this.#alone) ?? [])]) await database.remove()
  }

  async #openAlone(): Promise<readonly LoadedDatabase[]> {
    const all = [await load(this.#adapter, this.#view, 'nobody')]
    for (const plan of this.#adapter.twins.plans) {
      const database = await load(this.#adapter, this.#view, 'nobody')
      await plan(database.address, this.addresses)
      all.push(database)
    }
    return all
  }

  async #answers(address: string): Promise<boolean> {
    const one = await this.#engine.guard(this.#adapter.drafts.one, this.rules)
    if (!one.ok) return false
    const ran = await this.#engine.run(address, one.query, { ...LIMITS, signal: never() }).catch(() => ({ ok: false }))
    return ran.ok
  }

  async #outcome(address: string, query: GuardedQuery, ordered: boolean): Promise<Outcome> {
    try {
      const ran = await this.#engine.run(address, query, { ...LIMITS, signal: never() })
      if (!ran.ok) return failure(`refused: ${JSON.stringify(ran.refusal)}`)
      const { executionTimeMs: _, rows: __, ...metadata } = ran.result
      const texts = SHIFTS.map((shift) => {
        const rows = cells(ran.result).map((row) => JSON.stringify(row, rounded(shift)))
        // Without an order, a truncated result may keep any rows.
        const kept = ordered ? rows : ran.result.truncated ? [rows.length] : rows.toSorted()
        return JSON.stringify([metadata, kept])
      })
      return { texts, failed: false }
    } catch (error) {
      // A query that crashes the server is a worse failure than a leak, and nothing can be compared after it.
      if (!(error instanceof Problem) || !(await this.#answers(address))) throw error
      return failure(`problem: ${error.problem} ${error.message}`)
    }
  }
}

const load = async (adapter: Adapter, view: View, others: Others): Promise<LoadedDatabase> => {
  const database = await adapter.load(twinTables(view, others, adapter.twins.room))
  await adapter.twins.settle(database.address, others, view)
  return database
}

const failure = (text: string): Outcome => ({ texts: SHIFTS.map(() => text), failed: true })

const rounded =
  (shift: number) =>
  (_key: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number((value * (1 + shift * 1e-5)).toPrecision(5)) : value
