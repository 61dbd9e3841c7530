import type { ProblemName } from '../../platform/problems/problem.ts'
import type { AuthorizationRevision } from './authorization-revision.ts'
import type { Caller } from './caller.ts'

/**
 * The credential of a browser's EventSource, which can send a key only in a URL. A ticket opens one stream of one conversation,
 * for the tenant and scope it was created for, and resumes only the turn of that stream.
 */
export type StreamTicket = TicketFields & TicketCreator

/** The key or the session that created a ticket; the ticket ends with it. */
export type TicketCreator = { readonly keyId: string } | { readonly userId: number; readonly sessionId: string }

interface TicketFields extends Pick<Caller, 'organizationId' | 'tenantId' | 'scopeId'> {
  /** A digest of the text. */
  readonly id: string
  /** Whether tenant and scope are from an identity token. */
  readonly isIdentified: boolean
  /** Absent if the ticket starts a conversation. */
  readonly conversationId?: string
  readonly databaseId: string
  /** At creation. A change of authorizations since then makes an unused ticket void. */
  readonly revision: AuthorizationRevision
  readonly isUsed: boolean
  /** The turn that it was used for; absent before that is known. */
  readonly turnId?: string
  /** Epoch ms. */
  readonly expiresAt: number
}

/** Time to use a ticket after its creation. */
export const TICKET_LIVES_MS = 60_000

/** Maximum unused tickets of one caller: a page needs one for each stream that it is about to open. */
export const UNUSED_TICKETS_MAX = 20

/** How long after the timeout of its turn a used ticket can resume the stream: a client may have been offline. */
const RESUME_MS = 5 * 60_000

/** Until when a ticket that is used now can resume its turn (epoch ms). */
export const resumableUntil = (now: number, turnTimeoutMs: number): number => now + turnTimeoutMs + RESUME_MS

/** The request of a stream with a ticket. */
export interface TicketUse {
  /** Undefined for `new` in the URL. */
  readonly conversationId: string | undefined
  /** Undefined if the request does not name one. */
  readonly databaseId: string | undefined
  /** The turn that a cursor names; undefined for a question. */
  readonly resumes: string | undefined
}

/**
 * Why a ticket does not open a stream; undefined if it does. A used ticket only resumes its turn, so that a URL read later, for
 * example in a log, is useless for anything else. A ticket for a new conversation has no turn to resume before it is used.
 */
export const ticketRefusal = (ticket: StreamTicket, asked: TicketUse): ProblemName | undefined => {
  const isForRequest =
    ticket.conversationId === asked.conversationId &&
    (asked.databaseId === undefined || asked.databaseId === ticket.databaseId)
  if (!isForRequest) return 'ticket_mismatch'
  if (ticket.isUsed) return asked.resumes !== undefined && asked.resumes === ticket.turnId ? undefined : 'ticket_used'
  return asked.resumes !== undefined && ticket.conversationId === undefined ? 'ticket_mismatch' : undefined
}
