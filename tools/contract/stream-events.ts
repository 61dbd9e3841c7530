import { z } from 'zod'
import { QUERY_LANGUAGES } from '../../src/ask/rules/drafted-query.ts'
import { chartFields } from '../../src/http/chart-item.ts'
import { ChoiceList } from '../../src/http/choice-item.ts'
import { ProblemNameItem } from '../../src/http/problem-name-item.ts'
import { ReceiptItem } from '../../src/http/receipt-item.ts'
import { resultFields } from '../../src/http/result-data.ts'

/** The events of a stream as `event-wire.ts` writes them: what a client has once it has read one. */

const content = z.string().meta({
  description:
    'A chunk of the answer; empty in all named events. The answer is the concatenation of all chunks since the last reset.',
})
const attempt = z.int().min(1)
const count = z.int().min(0)
const id = z.string().meta({ description: '`<turn>.<number>`: send it as Last-Event-ID to resume after this event.' })

const STATUSES = [
  'queued',
  'understanding',
  'reading_schema',
  'exploring_schema',
  'generating_query',
  'validating_query',
  'waiting_for_database',
  'executing_query',
  'repairing_query',
  'reviewing_result',
  'composing_answer',
] as const

const GuardedItem = ReceiptItem.pick({
  engine: true,
  guarded_query: true,
  tables: true,
  filters: true,
  fingerprint: true,
  guard_version: true,
  checks: true,
})

const event = <Name extends string, Data extends z.ZodRawShape>(name: Name, data: Data, description: string) =>
  z
    .object({
      event: z.literal(name),
      // A reset belongs to a connection, not to the turn.
      id: name === 'reset' || name === 'message' ? id.optional() : id,
      data: z.object({ content, ...data }),
    })
    .meta({ id: `${name.charAt(0).toUpperCase()}${name.slice(1)}Event`, description })

const EVENTS = [
  event(
    'start',
    { turn_id: z.string(), conversation_id: z.uuid(), message_id: z.string(), attempt },
    'The first event: the question was accepted.',
  ),
  event(
    'status',
    {
      status: z.enum(STATUSES),
      message: z.string().meta({ description: 'In English, or in German if the question is German.' }),
      thinking: z
        .string()
        .max(2_001)
        .optional()
        .meta({ description: 'The next chunk of the model thinking: plain text, not part of the answer.' }),
      attempt,
    },
    'The current step.',
  ),
  event(
    'query',
    {
      query_id: z.string(),
      language: z.enum(QUERY_LANGUAGES),
      dialect: z.string(),
      statement: z.string(),
      explanation: z.string(),
      tables: z.array(z.string()),
      attempt,
      receipt: GuardedItem.optional(),
    },
    'The query that is about to run; organization keys only.',
  ),
  event(
    'results',
    {
      query_id: z.string().meta({ description: 'The id of the turn; a different id for a part.' }),
      title: z.string().optional().meta({ description: 'The title of the rows of a part.' }),
      ...resultFields,
      execution_time_ms: z.number().min(0),
    },
    'The rows of a query; they replace earlier rows of the same query id.',
  ),
  event(
    'message',
    {},
    'A chunk of the answer. The event has no name on the wire: EventSource reports it as `message`.',
  ),
  event('chart', { query_id: z.string(), ...chartFields }, 'A chart of the rows of a query.'),
  event('suggestions', { suggestions: z.array(z.string()) }, 'Suggested follow-up questions.'),
  event('choices', { choices: ChoiceList }, 'Interpretations of a question that was not answered directly.'),
  event('warning', { code: z.string(), message: z.string() }, 'A notice for the reader.'),
  event('reset', { attempt }, 'The text so far is invalid: discard it.'),
  event(
    'done',
    {
      message: z.string(),
      message_id: z.string(),
      conversation_id: z.uuid(),
      session_id: z.uuid(),
      sources: z.array(z.string()),
      query_type: z.enum(['chat', 'data_retrieval']),
      execution_time_ms: count,
      finish_reason: z.enum(['stop', 'cancelled']),
      assumptions: z.array(z.string()).optional(),
      choices: ChoiceList.optional(),
    },
    'The last event of a turn that was answered.',
  ),
  event(
    'error',
    {
      problem: ProblemNameItem,
      error_code: z.string(),
      code: z.string(),
      message: z.string(),
      status_code: z.int(),
      retryable: z.boolean().meta({ description: 'Whether the same request may succeed later.' }),
      retry_after: z
        .int()
        .min(1)
        .optional()
        .meta({ description: 'Seconds to wait before retrying, as in `Retry-After`.' }),
      trace_id: z.string(),
      turn_id: z.string(),
    },
    'The last event of a failed turn: a problem, with the codes of both envelopes.',
  ),
] as const

/** Any event of a stream. */
export const StreamEvent = z.discriminatedUnion('event', EVENTS).meta({ id: 'StreamEvent' })
