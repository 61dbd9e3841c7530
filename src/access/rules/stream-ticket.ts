import type { ProblemName } from '../../platform/problems/problem.ts'
import type { Caller } from './caller.ts'
import type { Epoch } from './epoch.ts'

/**
 * What a browser's EventSource shows in place of a key, which it could only put into an address. A ticket opens one stream
 * of one conversation, for whom it was made, and comes back to the turn of that stream only.
 */
export type StreamTicket = TicketFields & TicketMaker

/** What has made a ticket: what becomes of that key, or of that log-in of a person, becomes of the ticket. */
export type TicketMaker = { readonly keyId: string } | { readonly userId: number; readonly sessionId: string }

interface TicketFields extends Pick<Caller, 'organizationId' | 'tenantId' | 'scopeId'> {
  /** A digest of its text. */
  readonly id: string
  /** Whether an identity token said for whom the key spoke. */
  readonly isIdentified: boolean
  /** Absent: it starts a conversation. */
  readonly conversationId?: string
  readonly databaseId: string
  /** In which it was made. Whatever has changed since that requests are judged by, an unused ticket is void. */
  readonly epoch: Epoch
  readonly isUsed: boolean
  /** The turn that it was used for, once that is known. */
  readonly turnId?: string
  /** From this moment on it is worth nothing (epoch ms). */
  readonly expiresAt: number
}

/** From when it is made until it has to be used. */
export const TICKET_LIVES_MS = 60_000

/** How many one caller may hold at once that are not used: a page needs one for each stream that it is about to open. */
export const UNUSED_TICKETS_MAX = 20

/** How long after its turn's time is over a used ticket still finds what it has missed: a laptop that was shut, a train in a tunnel. */
const COMES_BACK_MS = 5 * 60_000

/** Until when a ticket that is used now comes back to its turn (epoch ms). */
export const comesBackUntil = (now: number, turnTimeoutMs: number): number => now + turnTimeoutMs + COMES_BACK_MS

/** What a stream with a ticket is asked for. */
export interface AskedWithTicket {
  /** Absent where the address says `new`. */
  readonly conversationId: string | undefined
  /** Absent where the request leaves it to the ticket. */
  readonly databaseId: string | undefined
  /** The turn that a cursor names; absent where a question is asked. */
  readonly resumes: string | undefined
}

/**
 * Why a ticket does not open this stream; undefined where it does. Used once, it resumes the turn that it was used for and
 * nothing else, so that whoever reads an address afterwards has nothing by it. A ticket for a new conversation has no turn
 * to resume before it is used.
 */
export const ticketRefusal = (ticket: StreamTicket, asked: AskedWithTicket): ProblemName | undefined => {
  const isForThis =
    ticket.conversationId === asked.conversationId &&
    (asked.databaseId === undefined || asked.databaseId === ticket.databaseId)
  if (!isForThis) return 'ticket_mismatch'
  if (ticket.isUsed) return asked.resumes !== undefined && asked.resumes === ticket.turnId ? undefined : 'ticket_used'
  return asked.resumes !== undefined && ticket.conversationId === undefined ? 'ticket_mismatch' : undefined
}
