import { withContext } from '../../../bench/questions/with-context.ts'
import type { QueryDraft, Usage } from '../../../src/ask/rules/draft.ts'
import type { Knowledge } from '../../../src/ask/rules/knowledge.ts'
import type { QueryResult, Row } from '../../../src/ask/rules/outcome.ts'
import type { PlannerPromptInput } from '../../../src/ask/rules/prompts/planner-prompt.ts'
import { SQL_PROMPT_RULES } from '../../../src/engines/sql/dialect.ts'
import { SQL_DIALECT } from '../../../src/engines/sqlite/dialect.ts'
import { type ModelHooks, type ModelSettings, modelPlanner } from '../../../src/planner/model/index.ts'
import type { ComposeRequest, DraftRequest, Planner } from '../../../src/planner/planner.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { type Script, type ScriptedModel, startScriptedModel } from '../../support/scripted-model.ts'

export const KNOWLEDGE: Knowledge = {
  view: {
    databaseName: 'Shop',
    engine: 'sqlite',
    dialectNotes: 'SQLite. Dates are ISO text: use date(), strftime().',
    promptRules: SQL_PROMPT_RULES,
    dialect: SQL_DIALECT,
    schema: {
      engine: 'sqlite',
      tables: [
        {
          name: 'customers',
          columns: [
            { name: 'id', type: 'INTEGER', nullable: false },
            { name: 'name', type: 'TEXT', nullable: false },
            { name: 'country', type: 'TEXT', nullable: true },
          ],
          primaryKey: ['id'],
          foreignKeys: [],
        },
        {
          name: 'orders',
          columns: [
            { name: 'id', type: 'INTEGER', nullable: false },
            { name: 'customer_id', type: 'INTEGER', nullable: false },
            { name: 'status', type: 'TEXT', nullable: false },
            { name: 'total', type: 'DECIMAL(10,2)', nullable: false },
            { name: 'ordered_at', type: 'TEXT', nullable: false },
          ],
          primaryKey: ['id'],
          foreignKeys: [{ columns: ['customer_id'], refTable: 'customers', refColumns: ['id'] }],
        },
      ],
    },
    glossary: {
      tables: [{ table: 'orders', synonyms: ['sales'], time: 'ordered_at' }],
      columns: [{ table: 'orders', column: 'total', synonyms: ['amount'], unit: 'EUR' }],
      phrases: [
        { phrase: 'paid', table: 'orders', filter: { column: 'status', op: '=', value: 'paid' } },
        { phrase: 'revenue', table: 'orders', measure: { aggregate: 'sum', column: 'total' } },
      ],
    },
  },
  values: [{ table: 'orders', column: 'status', values: ['open', 'paid', 'refunded'], complete: true }],
}

const [orders] = KNOWLEDGE.view.schema.tables.slice(1)
if (orders === undefined) throw new Error('no table')

/** 300 more tables than the questions need and a prompt can hold. */
export const MANY_TABLES: Knowledge = {
  ...KNOWLEDGE,
  view: {
    ...KNOWLEDGE.view,
    schema: {
      ...KNOWLEDGE.view.schema,
      tables: [
        ...Array.from({ length: 300 }, (_, at) => ({ ...orders, name: `archive_of_orders_${at}` })),
        ...KNOWLEDGE.view.schema.tables,
      ],
    },
  },
}

export const ASKED_AT = '2026-11-21T09:30:00.000Z'

export const QUERY = 'SELECT COUNT(*) AS orders FROM orders'

/** A well-formed reply of a model. */
export const REPLY = {
  mode: 'query',
  query: QUERY,
  explanation: 'The number of orders.',
  reply: null,
  assumptions: ['All statuses count.'],
  suggestions: [],
  confidence: 0.9,
  tables: ['orders'],
}

export const draftRequest = (more: Partial<Omit<DraftRequest, 'context'>> = {}): DraftRequest =>
  withContext({
    question: 'How many orders are there?',
    askedAt: ASKED_AT,
    recentTurns: [],
    knowledge: KNOWLEDGE,
    signal: new AbortController().signal,
    ...more,
  })

export const promptInput = async (
  more: Parameters<typeof draftRequest>[0] = {},
  tokens = 6_000,
): Promise<PlannerPromptInput> => {
  const { knowledge, context, ...asked } = draftRequest(more)
  return { ...asked, view: knowledge.view, context: await context(tokens) }
}

const DRAFT: QueryDraft = {
  planner: 'model:openai:scripted',
  mode: 'query',
  query: 'SELECT c.name, SUM(o.total) AS revenue FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id',
  explanation: 'Revenue of each customer.',
  assumptions: ['Revenue is the total of all orders.'],
  confidence: 0.9,
}

export const ROWS: readonly Row[] = [
  { name: 'Acme', revenue: 1234.5 },
  { name: 'Globex', revenue: 800 },
]

export const resultOf = (rows: readonly Row[], more: Partial<QueryResult> = {}): QueryResult => ({
  columns: Object.entries(rows[0] ?? {}).map(([name, value]) => ({
    name,
    type: typeof value === 'number' ? 'number' : 'text',
  })),
  rows,
  rowCount: rows.length,
  truncated: false,
  executionTimeMs: 3,
  ...more,
})

export const composeRequest = (more: Partial<ComposeRequest> = {}): ComposeRequest => ({
  question: 'What is the revenue of each customer?',
  askedAt: ASKED_AT,
  draft: DRAFT,
  result: resultOf(ROWS),
  tables: ['orders', 'customers'],
  signal: new AbortController().signal,
  ...more,
})

/** Runs `work` with a planner whose model follows the script. */
export const withModel = async <T>(
  script: Script,
  work: (planner: Planner, model: ScriptedModel) => Promise<T>,
  settings: Partial<ModelSettings> = {},
  hooks: ModelHooks = {},
): Promise<T> => {
  const model = await startScriptedModel(script)
  try {
    const given = { model: 'openai:scripted', apiKey: 'sk-secret', callTimeoutMs: 5_000, baseUrl: model.baseUrl }
    return await work(modelPlanner({ ...given, ...settings }, hooks), model)
  } finally {
    await model.close()
  }
}

export const draftWith = (script: Script, settings: Partial<ModelSettings> = {}) =>
  withModel(script, (planner) => planner.draft(draftRequest()), settings)

/** @returns the composition, the emitted chunks and the number of model requests */
export const composeWith = (
  script: Script,
  more: Partial<ComposeRequest> = {},
  settings: Partial<ModelSettings> = {},
) =>
  withModel(
    script,
    async (planner, model) => {
      const emitted: string[] = []
      const composition = await planner.compose(composeRequest(more), async (chunk) => {
        emitted.push(chunk)
      })
      return { ...composition, emitted, requests: model.requests.length }
    },
    settings,
  )

/** Usage as the server of the scripted model counts it. */
export const countedTokens = (tokens: Pick<Usage, 'inputTokens' | 'outputTokens' | 'calls'>): Usage => {
  const counted = { cachedInputTokens: 0, ...tokens }
  return { ...counted, estimated: false, models: [{ model: 'openai:scripted', ...counted }] }
}

/** @returns the problem with which `work` rejects */
export const problemOf = async (work: Promise<unknown>): Promise<Problem> => {
  try {
    await work
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('not rejected')
}
