import {
  resumableUntil,
  type StreamTicket,
  type TicketUse,
  ticketRefusal,
} from '../../../access/rules/stream-ticket.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { RouteParts } from '../../route-parts.ts'

/** A ticket that was accepted. */
interface UsedTicket {
  /** Stores the turn for which the ticket was used; must complete before anything is sent. */
  bind(turnId: string): Promise<void>
}

/**
 * Marks a ticket as used; a used one is accepted only for resuming its turn.
 * @throws Problem `ticket_mismatch`, `ticket_used`
 */
export const useTicket = async (
  { store, config }: Pick<RouteParts, 'store' | 'config'>,
  ticket: StreamTicket,
  asked: TicketUse,
): Promise<UsedTicket> => {
  const refusal = ticketRefusal(ticket, asked)
  if (refusal !== undefined) throw new Problem(refusal)
  const bind = (turnId: string) => store.streamTickets.bind(ticket, turnId)
  if (ticket.isUsed) return { bind: async () => undefined }
  const isFirstUse = await store.streamTickets.use(ticket, resumableUntil(Date.now(), config.turnTimeoutMs))
  if (!isFirstUse) throw new Problem('ticket_used')
  return { bind }
}
