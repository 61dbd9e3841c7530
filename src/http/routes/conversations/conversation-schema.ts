import { z } from 'zod'
import { SEARCHED_MAX } from '../../../ask/rules/history/title-search.ts'
import { ListQuery, once, uuid } from '../../input.ts'
import { plainTextField } from '../../plain-text-field.ts'
import { sender } from '../messages/message-schema.ts'

/** ISO 8601 in UTC with milliseconds. */
const timestamp = z.iso.datetime({ precision: 3 })

export const conversationIdPath = z.object({ conversation_id: uuid })

const RUNNING_TURN =
  'The turn that is running in the conversation, or null. Follow it from the start with `GET /chat/{id}/stream` and `Last-Event-ID: <turn>.0`.'

/** Specification, section Conversation (list item). */
export const ConversationItem = z
  .object({
    id: z.uuid(),
    organizationId: z.int(),
    scopeId: z.string(),
    /** The user who started it. */
    userId: z.int(),
    databaseId: z.string(),
    /** The tenant for which it was started; null for databases that are not scoped. */
    tenantId: z.string().nullable(),
    title: z.string(),
    lastMessageAt: timestamp,
    messageCount: z.int().min(0),
    createdAt: timestamp,
    turnId: z.uuid().nullable().meta({ description: RUNNING_TURN }),
  })
  .meta({ id: 'Conversation' })

/** Specification, section Message (item of `GET /api/v1/chat/{conversation_id}/history`). */
const ConversationMessage = z
  .object({ role: sender, content: z.string(), timestamp })
  .meta({ id: 'ConversationMessage' })

/** A conversation with all its messages. */
export const ConversationHistory = z.object({
  conversation_id: z.uuid(),
  title: z.string(),
  messages: z.array(ConversationMessage),
  organization_id: z.int(),
  scope_id: z.string(),
  database_id: z.string(),
  tenant_id: z.string().nullable(),
  /** The user who started it. */
  user_id: z.int(),
  turn_id: z.uuid().nullable().meta({ description: RUNNING_TURN }),
})

const SEARCH_LENGTH_MAX = 200

export const ConversationListQuery = ListQuery.extend({
  mine: once
    .pipe(z.enum(['true', 'false'], 'must be true or false'))
    .optional()
    .meta({
      description:
        'true: only conversations that were started by the calling user, or by the owner of the calling key.',
    }),
  search: once
    .pipe(plainTextField(SEARCH_LENGTH_MAX, 1))
    .optional()
    .meta({
      override: { type: 'string', minLength: 1, maxLength: SEARCH_LENGTH_MAX },
      description: `Only conversations whose title contains all of these words, in any case and order. Only the latest ${SEARCHED_MAX} of the list are searched.`,
    }),
})
