import { z } from 'zod'
import { uuid } from '../../input.ts'
import { sender } from '../messages/message-schema.ts'

/** ISO 8601 in UTC with milliseconds. */
const timestamp = z.iso.datetime({ precision: 3 })

export const conversationIdPath = z.object({ conversation_id: uuid })

/** Specification, section Conversation (list item). */
export const ConversationItem = z
  .object({
    id: z.uuid(),
    organizationId: z.int(),
    scopeId: z.string(),
    /** Whoever began it; of one that an earlier version has begun, whoever lists it. */
    userId: z.int(),
    title: z.string(),
    lastMessageAt: timestamp,
    messageCount: z.int().min(0),
    createdAt: timestamp,
  })
  .meta({ id: 'Conversation' })

/** Specification, section Message (item of `GET /api/v1/chat/{conversation_id}/history`). */
export const ConversationMessage = z
  .object({ role: sender, content: z.string(), timestamp })
  .meta({ id: 'ConversationMessage' })
