import { z } from 'zod'

/** ISO 8601 in UTC with milliseconds. */
const timestamp = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)
const uuid = z.uuid()
const free = z.record(z.string(), z.unknown())

/** Specification, section Conversation (list item). */
export const ConversationItem = z
  .object({
    id: uuid,
    organizationId: z.int(),
    scopeId: z.string(),
    title: z.string(),
    lastMessageAt: timestamp,
    messageCount: count,
    createdAt: timestamp,
  })
  .meta({ id: 'Conversation' })

const sender = z.enum(['USER', 'ASSISTANT', 'SYSTEM', 'TOOL'])

/** Specification, section Message (item of `GET /api/v1/chat/history`). */
export const MessageItem = z
  .object({
    id: z.string(),
    content: z.string(),
    sender,
    timestamp,
    type: z.literal('text'),
    metadata: free,
    conversation_id: uuid,
  })
  .meta({ id: 'Message' })

/** Specification, section Message (item of `GET /api/v1/chat/{conversation_id}/history`). */
export const ConversationMessage = z
  .object({ role: sender, content: z.string(), timestamp })
  .meta({ id: 'ConversationMessage' })

/** What was run for an answer, and under which filter; statements and columns are shown to organization keys only. */
export const ReceiptItem = z
  .object({
    query: z.string().optional(),
    engine: z.string(),
    guarded_query: z.string().optional(),
    tables: z.array(
      z.object({ table: z.string(), mode: z.string(), filter_columns: z.array(z.string()).readonly().optional() }),
    ),
    filters: z.array(z.enum(['tenant', 'scope'])).readonly(),
    fingerprint: z.string(),
    guard_version: z.int(),
    row_count: count,
    truncated: z.boolean(),
    execution_time_ms: z.number().min(0),
    executed_at: timestamp,
  })
  .meta({ id: 'Receipt' })

/** Specification, section Chat response data: a superset of both shapes. */
export const ChatAnswer = z
  .object({
    message: z.string(),
    conversation_id: uuid,
    session_id: uuid,
    message_id: z.string(),
    turn_id: uuid,
    results: z.array(free).readonly(),
    row_count: count.optional(),
    truncated: z.boolean().optional(),
    sources: z.array(z.string()).readonly(),
    query_type: z.enum(['chat', 'data_retrieval']),
    execution_time_ms: count,
    assumptions: z.array(z.string()).readonly().optional(),
    suggestions: z.array(z.string()).readonly().optional(),
    chart: z.object({ title: z.string(), alt: z.string(), spec: free }).optional(),
    receipt: ReceiptItem.optional(),
  })
  .meta({ id: 'ChatAnswer' })

/** A question that was taken in, and where its answer will be: the stored message, the job, the events from the first. */
export const AcceptedTurn = z
  .object({
    turn_id: uuid,
    conversation_id: uuid,
    session_id: uuid,
    message_id: z.string(),
    status_url: z.string(),
    stream_url: z.string(),
    query_timeout: z.int().min(1).describe('Seconds that its query may run at most, once it has a place.'),
  })
  .meta({ id: 'AcceptedTurn' })

/** Specification, Appended message. */
export const AppendedMessage = z
  .object({ message_id: uuid, conversation_id: uuid, created_at: timestamp })
  .meta({ id: 'AppendedMessage' })

/** Specification, section Branding. */
export const BrandingItem = z
  .object({
    colors: z.object({
      primary: z.string(),
      secondary: z.string(),
      accent: z.string(),
      text_primary: z.string(),
      text_secondary: z.string(),
    }),
    logo_url: z.string(),
    logo_dark_url: z.string(),
    widget_theme: z.object({
      position: z.string(),
      greeting_message: z.string(),
      placeholder_text: z.string(),
      header_color: z.string(),
    }),
    hide_service_branding: z.boolean(),
  })
  .meta({ id: 'Branding' })

/** A list with a cursor: `{<name>: […], cursor, hasMore}` (specification, Response envelopes). */
export const cursorList = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), cursor: z.string(), hasMore: z.boolean() })
