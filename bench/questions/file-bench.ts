import { resolve } from 'node:path'
import type { Choice } from '../../src/ask/rules/choice.ts'
import type { Glossary } from '../../src/ask/rules/glossary.ts'
import { sqliteEngine } from '../../src/engines/sqlite/engine.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { type ComparableResult, comparableResult } from '../../src/manage/evaluation/rules/comparable-result.ts'
import type { Planner } from '../../src/planner/planner.ts'
import { type Asked, ask, run, type View } from '../demo/asker.ts'
import { GoldDatabase } from './gold-database.ts'
import { indexedKnowledge } from './indexed-knowledge.ts'
import type { FiledQuestion } from './question-file.ts'

/** A policy without tenants: every table is shared. */
const POLICY: Policy = { version: 1, engine: 'sqlite', tables: { '*': { mode: 'shared' } } }

/** An offered reading, and the verdict on asking its question separately. */
interface JudgedChoice extends Choice {
  readonly verdict?: Verdict
}

type Verdict = 'right' | 'wrong' | 'declined' | 'failed'

/** The outcome of a question, as printed by `--json`. */
export interface Line {
  readonly id: string
  readonly mode: 'query' | 'chat' | 'decline' | 'clarify'
  readonly query?: string
  readonly confidence: number
  readonly columns?: readonly string[]
  readonly rows?: ComparableResult['rows']
  /** Only with a gold query; `right` allows further columns. */
  readonly verdict?: Verdict
  /** Whether a right answer has exactly gold's columns. */
  readonly strict?: boolean
  /** The text for the caller. */
  readonly message: string
  readonly suggestions: readonly string[]
  /** Readings offered instead of an answer; without a gold query they have no verdict. */
  readonly choices?: readonly JudgedChoice[]
  /** Why the guard or the database refused the query. */
  readonly refused?: string
}

/** Asks questions of a SQLite file without tenants, as the service would. */
export class FileBench {
  readonly #engine = sqliteEngine()
  readonly #golds: GoldDatabase
  readonly #address: string
  readonly #glossary: Glossary
  readonly #askedAt: Date
  #view: Promise<View> | undefined

  constructor(file: string, glossary: Glossary, askedAt: Date) {
    this.#golds = new GoldDatabase(file)
    this.#address = `sqlite:${resolve(file)}`
    this.#glossary = glossary
    this.#askedAt = askedAt
  }

  /** @throws the error of the database for an invalid gold query */
  async ask(planner: Planner, question: FiledQuestion): Promise<Line> {
    const view = await this.view()
    const { after, ...rest } = question
    const asked = await ask(planner, view, after === undefined ? rest : { ...rest, after }, this.#askedAt)
    return { ...(await this.#lineOf(planner, question, asked)), ...this.#verdictOn(question, asked) }
  }

  /** A planner's knowledge of the file. */
  view(): Promise<View> {
    this.#view ??= this.#readView()
    return this.#view
  }

  /** Whether a query has the result of one of the gold queries. */
  async isRight(query: string, gold: readonly string[]): Promise<boolean> {
    const { result } = await run(await this.view(), query)
    return result !== undefined && gold.some((one) => this.#golds.compare(comparableResult(result), one).lenient)
  }

  async close(): Promise<void> {
    this.#golds.close()
    await this.#engine.close()
  }

  async #lineOf(
    planner: Planner,
    { id, question, gold }: FiledQuestion,
    { draft, result, refused }: Asked,
  ): Promise<Line> {
    const { mode, confidence } = draft
    if (draft.mode !== 'query') {
      const { reply: message, suggestions, choices = [] } = draft
      const line = { id, mode, confidence, message, suggestions }
      return choices.length === 0 ? line : { ...line, choices: await this.#judged(planner, choices, gold) }
    }
    const { query } = draft
    if (result === undefined)
      return {
        id,
        mode,
        query,
        confidence,
        message: '',
        suggestions: [],
        ...(refused === undefined ? {} : { refused }),
      }
    const askedAt = this.#askedAt.toISOString()
    const { signal } = new AbortController()
    const request = { question, askedAt, draft, result, tables: [], glossary: this.#glossary, signal }
    const { message, suggestions } = await planner.compose(request, async () => {})
    const columns = result.columns.map(({ name }) => name)
    return { id, mode, query, confidence, columns, rows: comparableResult(result).rows, message, suggestions }
  }

  /** Asks the question of a choice as a click would, but without the conversation, so that it has to be self-contained. */
  async #judged(planner: Planner, choices: readonly Choice[], gold: FiledQuestion['gold']): Promise<JudgedChoice[]> {
    const judged: JudgedChoice[] = []
    for (const choice of choices) {
      const asked = await ask(planner, await this.view(), { question: choice.question }, this.#askedAt)
      const { verdict } = this.#verdictOn({ gold }, asked)
      judged.push(verdict === undefined ? choice : { ...choice, verdict })
    }
    return judged
  }

  #verdictOn({ gold }: Pick<FiledQuestion, 'gold'>, { draft, result }: Asked): Pick<Line, 'verdict' | 'strict'> {
    if (gold === undefined) return {}
    if (gold === null) return draft.mode === 'query' ? { verdict: 'wrong' } : { verdict: 'right' }
    if (draft.mode !== 'query') return { verdict: 'declined' }
    if (result === undefined) return { verdict: 'failed' }
    const answer = comparableResult(result)
    const compared = [gold].flat().map((query) => this.#golds.compare(answer, query))
    if (!compared.some(({ lenient }) => lenient)) return { verdict: 'wrong' }
    return { verdict: 'right', strict: compared.some(({ strict }) => strict) }
  }

  async #readView(): Promise<View> {
    const { signal } = new AbortController()
    const engine = this.#engine
    const address = this.#address
    const schema = await engine.describe(address, signal)
    const restriction = {}
    const database = {
      id: 'file',
      organizationId: 1,
      name: 'this database',
      engine: 'sqlite',
      requiresOrganizationScoping: false,
      policy: POLICY,
      glossary: this.#glossary,
    }
    const caller = { organizationId: 1, kind: 'organization', userId: 1 } as const
    const { know } = await indexedKnowledge({ database, engine, address, schema, restriction, caller, signal })
    return { engine, address, schema, policy: POLICY, restriction, know, knowledge: await know() }
  }
}
