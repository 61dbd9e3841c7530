import { z } from 'zod'
import type { paths } from '../../../clients/typescript/src/index.ts'

/** The response fields that the commands read; another server at the address may respond with other fields. */

const dataWith = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ data: z.object(shape) })

const Text = z.string().nullable()
const Amount = z.number().nullable()
const Column = z.object({ name: z.string(), type: z.string() })
const Rows = z.array(z.record(z.string(), z.unknown()))
const Choices = z.array(z.object({ label: z.string(), question: z.string() }))
const State = z.enum(['ok', 'warning', 'down', 'unused'])
const Page = { cursor: z.string(), hasMore: z.boolean() }

const Conversation = z.object({
  id: z.string(),
  title: z.string(),
  messageCount: z.number(),
  lastMessageAt: z.string(),
})

const Message = z.object({
  id: z.string(),
  sender: z.string(),
  content: z.string(),
  timestamp: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})

const Turn = z.object({
  turn_id: z.string(),
  organization_id: z.number(),
  organization_name: Text,
  database_id: z.string(),
  database_name: Text,
  state: z.string(),
  step: Text,
  problem: Text,
  message: Text,
  advice: Text,
  started_at: z.string(),
  ended_at: Text,
  elapsed_ms: z.number(),
})

const Usage = z.object({ used: Amount, allowed: Amount })

const OrganizationLimits = z.object({
  organization_id: z.number(),
  name: z.string(),
  plan: z.string(),
  running: z.number(),
  places: Usage,
  questions: Usage,
  requests_per_minute: Usage,
  tokens: Usage,
})

const RESPONSES = {
  '/api/v1/chat/conversations': dataWith({ conversations: z.array(Conversation), ...Page }),
  '/api/v1/chat/history': dataWith({ messages: z.array(Message), ...Page }),
  '/api/v1/chat/turns/{turn_id}/cancel': dataWith({ turn_id: z.string(), cancelled: z.boolean(), message: z.string() }),
  '/api/v1/chat/messages/{message_id}/exports': dataWith({ id: z.string() }),
  '/api/v1/chat/messages/{message_id}/results': dataWith({
    columns: z.array(Column),
    rows: Rows,
    row_count: z.number(),
    truncated: z.boolean(),
    left_out: z.number().optional(),
    shortened: z.array(z.unknown()).optional(),
  }),
  '/api/v1/databases': z.object({
    data: z.array(z.object({ id: z.string(), name: z.string() })),
    pagination: z.object({ has_next: z.boolean() }),
  }),
  '/api/v1/turns': dataWith({ turns: z.array(Turn) }),
  '/api/v1/operators/health': dataWith({
    store: z.object({ state: State, answered_ms: Amount, missing_indexes: z.array(z.string()) }),
    temporal: z.object({ state: State, answered_ms: Amount, reason: Text }),
    workers: z.object({ state: State, count: Amount, waiting: Amount, oldest_waiting_ms: Amount }),
    redis: z.object({ state: State, answered_ms: Amount }),
    planner: z.object({ model: Text }),
  }),
  '/api/v1/operators/limits': dataWith({ organizations: z.array(OrganizationLimits) }),
} as const satisfies { readonly [Path in keyof paths]?: z.ZodType }

/** The endpoints that commands call. */
export type CalledPath = keyof typeof RESPONSES

/** Whether a response of an endpoint has the fields that the commands read. */
export const isReadableResponse = (path: CalledPath, body: unknown): boolean => RESPONSES[path].safeParse(body).success

const EVENTS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['start', z.object({ turn_id: z.string(), conversation_id: z.string() })],
  ['status', z.object({ message: z.string() })],
  ['message', z.object({ content: z.string() })],
  ['suggestions', z.object({ suggestions: z.array(z.string()) })],
  ['choices', z.object({ choices: Choices })],
  ['chart', z.object({ query_id: z.string() })],
  ['done', z.object({ conversation_id: z.string(), assumptions: z.array(z.string()).optional() })],
  ['error', z.object({ message: z.string(), error_code: z.string() })],
  [
    'results',
    z.object({
      query_id: z.string(),
      title: z.string().optional(),
      columns: z.array(Column),
      rows: Rows,
      truncated: z.boolean(),
      shortened: z.array(z.unknown()).optional(),
    }),
  ],
])

/** Whether an event has the fields that the commands read; true for unknown events. */
export const isReadableEvent = ({ event, data }: { readonly event: string; readonly data: unknown }): boolean =>
  EVENTS.get(event)?.safeParse(data).success !== false

/** The result of a job that exports rows. */
export const ExportResult = z.object({
  url: z.string(),
  row_count: z.number(),
  truncated: z.boolean(),
  shortened: z.number(),
})
