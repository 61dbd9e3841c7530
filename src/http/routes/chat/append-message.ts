import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { senderOf } from '../../../ask/rules/history/message.ts'
import { claimByKey } from '../../../ask/turns/claim-by-key.ts'
import { requestDigest } from '../../../ask/turns/request-digest.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { idempotencyKey } from '../../input.ts'
import type { Exchange } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import type { AppendBody, AppendedMessage } from './chat-schema.ts'

/**
 * `POST /chat/message`, history-append form: stores a message of the caller's server, and asks no question. With an
 * `Idempotency-Key`, a repeated request finds the message of the first one. Not allowed for public keys, because end
 * users could write messages as assistant or system.
 *
 * @throws Problem `key_not_permitted`, `conversation_not_found`, `idempotency_mismatch`
 */
export const appendMessage = async (
  app: Pick<RouteParts, 'clock' | 'store'>,
  { req, res, caller }: Exchange,
  { conversation_id: conversationId, role, content, metadata = {} }: z.output<typeof AppendBody>,
): Promise<z.input<typeof AppendedMessage>> => {
  if (caller.kind === 'database') throw new Problem('key_not_permitted')
  const conversation = await app.store.conversations.find(caller, conversationId)
  if (conversation === undefined) throw new Problem('conversation_not_found')
  const { databaseId, tenantId } = conversation
  const owner = tenantId === undefined ? caller : { ...caller, tenantId }
  const request = requestDigest(`POST ${req.path.toLowerCase()}`, req.body)
  const { turnId: id } = await claimByKey(app, caller, idempotencyKey(req), {
    turnId: uuidv7(),
    conversationId,
    request,
  })
  if ((await app.store.messages.find(owner, id)) !== undefined) res.setHeader('Idempotent-Replayed', 'true')
  else {
    const timestamp = new Date(await app.clock.now()).toISOString()
    const sender = senderOf(role)
    await app.store.messages.add(owner, databaseId, {
      id,
      conversationId,
      content,
      sender,
      timestamp,
      type: 'text',
      metadata,
    })
  }
  // After concurrent requests with one key, the message of the first one is stored.
  const at = (await app.store.messages.find(owner, id))?.timestamp
  if (at === undefined || !(await app.store.conversations.countMessage(owner, conversationId, id, new Date(at)))) {
    await app.store.messages.removeOfConversation(owner, conversationId)
    throw new Problem('conversation_not_found')
  }
  return { message_id: id, conversation_id: conversationId, created_at: at }
}
