import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/access/rules/caller.ts'
import type { QueryResult, QueryRun } from '../../src/ask/rules/outcome.ts'
import type { Json } from '../../src/platform/values/json.ts'
import type { Store } from '../../src/store/store.ts'

export interface AnsweredTurn {
  readonly caller: Caller
  readonly databaseId: string
  readonly question?: string
  readonly message?: string
  readonly result?: Partial<QueryResult>
  readonly drafted?: string
  readonly parts?: QueryRun['parts']
  /** In place of what the message of an answer carries. */
  readonly metadata?: Readonly<Record<string, Json>>
}

export const ASKED_AT = '2026-11-21T14:02:00.000Z'

export const receipt = (databaseId: string, drafted = 'SELECT status, n FROM orders') => ({
  engine: 'any',
  statement: `${drafted} WHERE shop_id = ?1`,
  tables: [],
  filters: [],
  fingerprint: 'f00d',
  databaseId,
  drafted,
  planner: 'builtin',
  rowCount: 2,
  truncated: false,
  executionTimeMs: 1,
  executedAt: ASKED_AT,
  guardVersion: 1,
})

const metadataOf = (chart: Readonly<Record<string, Json>> | undefined) => ({
  query_type: 'data_retrieval',
  execution_time_ms: 5,
  planner: 'builtin',
  sources: ['Orders'],
  assumptions: ['Cancelled orders count.'],
  suggestions: [],
  ...(chart === undefined ? {} : { chart }),
})

export const CHART = {
  title: 'Orders by status',
  alt: 'Bars: open 2, paid 1,234',
  type: 'bar',
  alternatives: [],
  spec: {
    data: {
      values: [
        { label: 'open', value: 2 },
        { label: 'paid', value: 1_234 },
      ],
    },
    mark: { type: 'bar' },
    encoding: { x: { field: 'value', type: 'quantitative' }, y: { field: 'label', type: 'nominal' } },
  },
}

export interface AnsweredIds {
  readonly turnId: string
  readonly questionId: string
  readonly messageId: string
  readonly conversationId: string
}

/** Stores a question and its answer in a conversation of their own, as a turn leaves them. */
export const answeredTurn = async (
  store: Store,
  { caller, databaseId, question = 'How many orders by status?', message = 'Two.', ...own }: AnsweredTurn,
): Promise<AnsweredIds> => {
  const [turnId, conversationId] = [randomUUID(), randomUUID()]
  const { organizationId, tenantId, scopeId = 'default' } = caller
  const tenant = tenantId === undefined ? {} : { tenantId }
  await store.conversations.add({
    id: conversationId,
    organizationId,
    userId: caller.userId,
    databaseId,
    ...tenant,
    scopeId,
    title: 'x',
    messageCount: 2,
    createdAt: ASKED_AT,
    lastMessageAt: ASKED_AT,
  })
  const rows = own.result?.rows ?? [
    { status: 'open', n: 2 },
    { status: 'paid', n: 1_234 },
  ]
  const columns = own.result?.columns ?? [
    { name: 'status', type: 'text' },
    { name: 'n', type: 'number' },
  ]
  const result = { columns, rows, rowCount: rows.length, truncated: false, executionTimeMs: 1, ...own.result }
  const run = {
    result,
    receipt: receipt(databaseId, own.drafted),
    ...(own.parts === undefined ? {} : { parts: own.parts }),
  }
  await store.results.put(caller, { turnId, conversationId, databaseId }, run, 1)
  const [questionId, messageId] = [`${turnId}.user`, `${turnId}.assistant`]
  const said = { conversationId, timestamp: ASKED_AT, type: 'text' } as const
  await store.messages.add(caller, databaseId, {
    ...said,
    id: questionId,
    content: question,
    sender: 'USER',
    metadata: {},
  })
  await store.messages.add(caller, databaseId, {
    ...said,
    id: messageId,
    content: message,
    sender: 'ASSISTANT',
    metadata: own.metadata ?? metadataOf(CHART),
  })
  return { turnId, messageId, questionId, conversationId }
}
