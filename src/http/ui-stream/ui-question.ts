import { z } from 'zod'
import type { Caller } from '../../access/rules/caller.ts'
import { digestOf } from '../../ask/turns/request-digest.ts'
import type { TurnParts } from '../../ask/turns/turn-parts.ts'
import type { TurnRequest } from '../../ask/turns/turn-request.ts'
import { invalidField } from '../../platform/problems/problem.ts'
import { checked, uuid } from '../input.ts'
import { messageText } from '../routes/chat/chat-schema.ts'

const ID_LENGTH_MAX = 255

/** The id that a page gave its chat. */
export const chatId = z
  .string()
  .min(1, 'must not be empty')
  .max(ID_LENGTH_MAX, `must have at most ${ID_LENGTH_MAX} characters`)
  .meta({ param: { example: 'chat-7' } })

/** Not checked one by one: pages send the whole history, of which only the last question is read. */
const messages = z
  .custom<readonly unknown[]>(Array.isArray, 'must be a list of messages')
  .meta({ override: { type: 'array', items: { type: 'object', additionalProperties: true } } })

/** What `DefaultChatTransport` of the AI SDK sends, with the fields of its `body`. Other fields are ignored. */
export const UiChatBody = z
  .looseObject({
    id: chatId.meta({
      description: 'The conversation: the id of one, or a name of your own, which starts one when it is first used.',
    }),
    messages: messages.meta({ description: 'Messages of the AI SDK. The last one of the role `user` is asked.' }),
    trigger: z
      .enum(['submit-message', 'regenerate-message'], 'must be submit-message or regenerate-message')
      .optional()
      .meta({ description: '`regenerate-message` asks again; otherwise a message that was sent before is not.' }),
    messageId: z.string().nullish(),
    database_id: uuid.nullish(),
    personality_id: uuid.nullish(),
    session_id: uuid.nullish(),
  })
  .meta({ id: 'UiChatRequest' })

const PARTS_MAX = 100

const UserMessage = z.looseObject({
  id: z.string().min(1, 'must not be empty').max(ID_LENGTH_MAX, `must have at most ${ID_LENGTH_MAX} characters`),
  parts: z.custom<readonly unknown[]>(
    (parts) => Array.isArray(parts) && parts.length <= PARTS_MAX,
    `must be a list of at most ${PARTS_MAX} parts`,
  ),
})
const TextPart = z.looseObject({ type: z.literal('text'), text: z.string() })

/**
 * The question of a request.
 *
 * @param headerKey its `Idempotency-Key`; without one, a message is asked once per chat, unless it is regenerated
 * @throws Problem `input_invalid`, `field_missing`
 */
export const uiQuestion = async (
  parts: Pick<TurnParts, 'store'>,
  caller: Caller,
  body: z.output<typeof UiChatBody>,
  headerKey: string | undefined,
): Promise<TurnRequest> => {
  const { id, trigger, database_id: databaseId, personality_id: personalityId, session_id: sessionId } = body
  const message = checked(z.object({ messages: UserMessage }), { messages: body.messages.findLast(isOfUser) }).messages
  const text = questionIn(message.parts)
  const digest = digestOf(['ui', id, message.id, text, databaseId ?? null, personalityId ?? null, sessionId ?? null])
  const regenerates = trigger === 'regenerate-message'
  return {
    text,
    databaseId,
    personalityId,
    sessionId,
    ...(await conversationOf(parts, caller, id)),
    idempotencyKey: headerKey ?? (regenerates ? undefined : `ui:${digest}`),
    digest,
    joins: true,
  }
}

/** The conversation that a page means by an id. */
export const conversationOf = async (
  { store }: Pick<TurnParts, 'store'>,
  caller: Caller,
  id: string,
): Promise<{ readonly conversationId: string } | { readonly conversationName: string }> => {
  const known = uuid.safeParse(id)
  const conversation = known.success ? await store.conversations.find(caller, known.data) : undefined
  return conversation === undefined ? { conversationName: `ui:${id}` } : { conversationId: conversation.id }
}

const isOfUser = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'role' in message && message.role === 'user'

/** @throws Problem `input_invalid` */
const questionIn = (parts: readonly unknown[]): string => {
  if (parts.some((part) => typeof part === 'object' && part !== null && 'type' in part && part.type === 'file'))
    throw invalidField('messages', 'must not contain files, which are not read; send only text')
  const texts = parts.map((part) => TextPart.safeParse(part)).flatMap(({ data }) => data?.text ?? [])
  return checked(z.object({ messages: messageText }), { messages: texts.join('') }).messages
}
