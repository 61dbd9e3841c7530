import { draftFor } from '../../../activities/draft-for.ts'
import { guardFor } from '../../../activities/guard-for.ts'
import { TimeLeft } from '../../../activities/time-left.ts'
import type { Caller } from '../../../src/access/rules/caller.ts'
import type { Catalog } from '../../../src/ask/rules/catalog.ts'
import type { PlannerOutput } from '../../../src/ask/rules/draft.ts'
import { type ExploreTarget, offeredExploreKinds } from '../../../src/ask/rules/explore-command.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import { composerPrompt } from '../../../src/ask/rules/prompts/composer-prompt.ts'
import { plannerPrompt } from '../../../src/ask/rules/prompts/planner-prompt.ts'
import { guardedStatement, receiptOf } from '../../../src/ask/rules/receipt.ts'
import type { Engine } from '../../../src/engines/engine.ts'
import { tableFilters } from '../../../src/guard/table-filters.ts'
import { makeCatalog } from '../../../src/knowledge/catalog/make-catalog.ts'
import { databaseAccess } from '../../../src/knowledge/database-access.ts'
import { PatternIndexes } from '../../../src/knowledge/pattern-indexes.ts'
import { QuestionContexts } from '../../../src/knowledge/retrieval/question-contexts.ts'
import type { DatabaseSettings } from '../../../src/manage/databases/rules/database-settings.ts'
import { type Pattern, templateKey } from '../../../src/manage/patterns/rules/pattern.ts'
import { builtinPlanner, startersFor, suggestAfter } from '../../../src/planner/builtin/index.ts'
import type { DraftRequest, Planner } from '../../../src/planner/planner.ts'
import { CacheMemory } from '../../../src/platform/memory/cache-memory.ts'
import { never } from '../../engines/contract/contract-bench.ts'
import { ASKING, twinPolicy, type World } from './worlds.ts'

/** A loaded database with the settings of its owner. */
export interface SeenDatabase {
  readonly engine: Engine
  readonly address: string
  readonly world: World
  /** The verified questions and queries of the owner, in the language of the engine. */
  readonly verified: readonly (readonly [question: string, query: string])[]
  readonly settings?: Partial<DatabaseSettings>
  tableName?(name: string): string
  readonly keyName?: string
}

const ASKED_AT = '2024-04-02T12:00:00.000Z'
/** Token limits of prompts: one fits the whole schema, the other requires a selection. */
const CONTEXT_TOKENS = [6_000, 300] as const
/** Long enough that no lookup times out. */
const WAIT_MS = 60_000
const CALLER: Caller = { kind: 'organization', organizationId: 1, userId: 0, tenantId: String(ASKING) }

/**
 * Returns everything that one tenant, and a model on its behalf, receives from a database: knowledge, prompts, examples,
 * drafts, suggestions, verdicts of the guard, rows, receipts, answers and exploration results, each under its own label.
 * Times and ids are left out.
 */
export const seenByCaller = async (
  database: SeenDatabase,
  questions: readonly string[],
  probes: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const seen = new Map<string, string>()
  const see = (label: string, value: unknown): void => {
    seen.set(label, typeof value === 'string' ? value : JSON.stringify(value, withoutTimes, 1))
  }
  const { engine, address } = database
  const settings = settingsOf(database)
  const catalog = await learn(database, settings)
  const memory = new CacheMemory()
  const store = {
    database: async () => settings,
    databaseAddress: async () => address,
    catalog: async () => catalog,
  }
  const access = databaseAccess(store, [engine], memory, { lookUpMs: WAIT_MS, readMs: WAIT_MS })
  const patterns = new PatternIndexes(patternStore(database), memory)
  const contexts = new QuestionContexts()
  const builtin = builtinPlanner()
  let profiledCount = 0
  try {
    for (const question of questions) {
      const planner: Planner = {
        ...builtin,
        async draft(request) {
          see(`${question}: knowledge`, knowledgeText(request))
          const { profiled = [] } = await request.context(Math.max(...CONTEXT_TOKENS))
          const profiles = await access.profiles(CALLER, settings.id, profiled, never())
          profiledCount += profiles.length
          see(`${question}: profiles`, profiles)
          see(`${question}: examples`, request.patterns ?? [])
          for (const tokens of CONTEXT_TOKENS) see(`${question}: prompt of ${tokens}`, await promptOf(request, tokens))
          return await builtin.draft(request)
        },
      }
      const app = { databases: access, retrieval: { patterns, contexts }, planner }
      const asked = { caller: CALLER, databaseId: settings.id, text: question, askedAt: ASKED_AT }
      const draft = await draftFor(app, asked, { recentTurns: [], signal: never() })
      see(`${question}: draft`, draft)
      if (draft.mode === 'query') await run(database, settings, { access, builtin, see, question, draft })
      const commands = [
        { kind: 'search', words: question.slice(0, 100) },
        { kind: 'describe', table: 'customers' },
        { kind: 'list', within: 'orders' },
        { kind: 'list', within: 'customers' },
        { kind: 'values', text: question.split(' ').slice(-2).join(' ') },
      ] as const
      const statuses: (ExploreTarget | undefined)[] = []
      const exploring = { question, onLooking: (at: ExploreTarget | undefined) => void statuses.push(at) }
      see(`${question}: found`, (await access.explore(CALLER, settings.id, commands, exploring, never())).text)
      see(`${question}: statuses`, statuses)
      const knowledge = await access.knowledge(CALLER, settings.id, { question: '', recentTurns: [] }, never())
      see(`${question}: starters`, await startersFor(knowledge))
      see(`${question}: suggested`, await suggestAfter(knowledge, { question, tables: ['orders'] }))
    }
    if (profiledCount === 0) throw new Error('no question had a column profiled')
    for (const draft of probes) {
      const { guarded } = await guardFor(
        { databases: access },
        { caller: CALLER, databaseId: settings.id },
        draft,
        limits(),
      )
      see(`guard of ${draft}`, guarded.ok ? guarded.query.statement : guarded.refusal)
    }
    return seen
  } finally {
    access.close()
    memory.close()
  }
}

const limits = () => ({ time: new TimeLeft(60_000), signal: never() })

const settingsOf = ({ engine, settings, tableName, keyName }: SeenDatabase): DatabaseSettings => ({
  id: 'd',
  organizationId: 1,
  name: 'shops',
  engine: engine.name,
  requiresOrganizationScoping: true,
  policy: twinPolicy(engine.name, tableName, keyName),
  glossary: EMPTY_GLOSSARY,
  ...settings,
})

const learn = async ({ engine, address }: SeenDatabase, database: DatabaseSettings): Promise<Catalog> =>
  await makeCatalog({
    database,
    engine,
    address,
    schema: await engine.describe(address, never()),
    signal: never(),
    samplingKey: new Uint8Array(32),
    budget: { statements: 4_000, milliseconds: 600_000 },
  })

const patternStore = ({ verified }: SeenDatabase) => {
  const patterns = verified.map(
    ([question, query], at): Pattern => ({
      id: String(at),
      databaseId: 'd',
      question,
      query,
      verifiedBy: 'Ann',
      createdAt: '',
      updatedAt: '',
    }),
  )
  return {
    version: async () => 1,
    find: async (_: unknown, id: string) => patterns[Number(id)],
    questions: async () => patterns.map((pattern) => ({ ...pattern, template: templateKey(pattern) })),
  }
}

/** The knowledge that a planner can read, without the functions of the engine. */
const knowledgeText = ({ knowledge: { view, values, named, notFound } }: DraftRequest) => ({
  schema: view.schema,
  glossary: view.glossary,
  values,
  named,
  notFound,
})

const promptOf = async (request: DraftRequest, tokens: number): Promise<string> => {
  const { question, askedAt, recentTurns, patterns = [], knowledge } = request
  const context = await request.context(tokens)
  const offered = offeredExploreKinds({ left: 1, found: [] }, context)
  const prompt = plannerPrompt({
    question,
    askedAt,
    recentTurns,
    view: knowledge.view,
    context,
    patterns,
    offered,
  })
  return `${prompt.system}\n\n${prompt.user}`
}

interface Run {
  readonly access: Pick<ReturnType<typeof databaseAccess>, 'openAsCaller'>
  readonly builtin: Planner
  readonly question: string
  readonly draft: PlannerOutput & { readonly mode: 'query' }
  see(label: string, value: unknown): void
}

const run = async (
  { address }: SeenDatabase,
  { id: databaseId, glossary }: DatabaseSettings,
  { access, builtin, see, question, draft }: Run,
): Promise<void> => {
  const { engine, rules, guarded } = await guardFor(
    { databases: access },
    { caller: CALLER, databaseId },
    draft.query,
    limits(),
  )
  if (!guarded.ok) {
    see(`${question}: refused`, guarded.refusal)
    return
  }
  const ran = await engine.run(address, guarded.query, {
    timeoutMs: 60_000,
    rowsMax: 20,
    bytesMax: 20_000,
    turnId: 'twins',
    owner: CALLER,
    signal: never(),
  })
  if (!ran.ok) {
    see(`${question}: refused by the database`, ran.refusal)
    return
  }
  const { result } = ran
  const filters = tableFilters(guarded.query.tables, rules, engine.dialect.folding(rules.schema))
  const statement = guardedStatement(guarded.query, filters, '')
  see(`${question}: receipt`, receiptOf({ databaseId, draft, guarded: statement, result, executedAt: new Date(0) }))
  see(`${question}: rows`, result)
  const tables = filters.map(({ table }) => table)
  const asked = { question, askedAt: ASKED_AT, draft, result, tables, glossary }
  see(`${question}: answer`, await builtin.compose({ ...asked, signal: never() }, async () => undefined))
  see(`${question}: wording`, composerPrompt(asked, 'mark'))
}

const withoutTimes = (key: string, value: unknown): unknown =>
  key === 'executionTimeMs' ? undefined : typeof value === 'bigint' ? String(value) : value
