import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { resolveQuestionTarget } from '../../../ask/turns/question-target.ts'
import { restrict } from '../../../guard/restriction.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { IDENTITY_HEADER, singleHeader } from '../../credentials.ts'
import { repeatable } from '../../repeatable.ts'
import { data } from '../../reply.ts'
import { type Exchange, endpoint, type Route } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { StreamTicketBody, StreamTicketItem } from './stream-ticket-schema.ts'

/** `POST /chat/stream-tickets`: a ticket for the URL of an EventSource, which cannot send a key in a header. */
export const createStreamTicket = (app: RouteParts): Route =>
  repeatable(
    app,
    endpoint({
      method: 'post',
      path: '/chat/stream-tickets',
      summary: 'Create a stream ticket for EventSource in a browser',
      description:
        'EventSource cannot send headers, and keys do not belong in URLs. A ticket opens one stream, `GET /chat/{conversation_id}/stream?ticket=…`, within 60 seconds and without a key or token, for the tenant, scope, conversation and database for which it was issued. The same URL can resume that turn (`Last-Event-ID`) for the time limit of the turn plus five minutes, and cannot ask another question.',
      takes: z.object({ body: StreamTicketBody.optional() }),
      gives: data(StreamTicketItem, { status: 201, description: 'Created.' }),
      problems: [
        'conversation_not_found',
        'database_mismatch',
        'database_not_found',
        'tenant_invalid',
        'tenant_missing',
        'tenant_not_expected',
        'ticket_limit_reached',
      ],
      needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
      handle: (exchange, { body }) => createTicket(app, exchange, body),
    }),
  )

const createTicket = async (
  app: Pick<RouteParts, 'databases' | 'cachedReads' | 'store'>,
  { req, caller, person, revision }: Exchange,
  body: z.output<typeof StreamTicketBody> = {},
): Promise<z.input<typeof StreamTicketItem>> => {
  const conversationId = body.conversation_id === 'new' ? undefined : (body.conversation_id ?? undefined)
  const wanted = { conversationId, databaseId: body.database_id, sessionId: undefined }
  const { conversation, database } = await resolveQuestionTarget(app, { caller, revision }, wanted)
  restrict(caller, database)
  const { keyId, userId, ...owner } = caller
  const creator = person === undefined ? keyId && { keyId } : { userId, sessionId: person.sessionId }
  if (!creator) throw new Problem('key_not_permitted')
  const ticket = await app.store.streamTickets.add(
    { ...owner, ...creator },
    {
      // If there is an identity token, the gate has verified it.
      isIdentified: caller.kind === 'database' && singleHeader(req, IDENTITY_HEADER) !== undefined,
      ...(conversation === undefined ? {} : { conversationId: conversation.id }),
      databaseId: database.id,
      revision,
    },
  )
  if (ticket === undefined) throw new Problem('ticket_limit_reached')
  return {
    ticket: ticket.text,
    conversation_id: conversation?.id ?? 'new',
    database_id: database.id,
    expires_at: ticket.expiresAt.toISOString(),
  }
}
