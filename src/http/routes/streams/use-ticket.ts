import {
  type AskedWithTicket,
  comesBackUntil,
  type StreamTicket,
  ticketRefusal,
} from '../../../access/rules/stream-ticket.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { RouteParts } from '../../route-parts.ts'

/** What came of showing a ticket. */
export interface UsedTicket {
  /** Says for which turn it was used; nothing is sent before that is known to the store. */
  bind(turnId: string): Promise<void>
}

/**
 * Uses a ticket up for what is asked; where it was used already, finds that this is the turn of that time.
 * @throws Problem `ticket_mismatch`, `ticket_used`
 */
export const useTicket = async (
  { store, config }: Pick<RouteParts, 'store' | 'config'>,
  ticket: StreamTicket,
  asked: AskedWithTicket,
): Promise<UsedTicket> => {
  const refusal = ticketRefusal(ticket, asked)
  if (refusal !== undefined) throw new Problem(refusal)
  const bind = (turnId: string) => store.streamTickets.bind(ticket, turnId)
  if (ticket.isUsed) return { bind: async () => undefined }
  const isOurs = await store.streamTickets.use(ticket, comesBackUntil(Date.now(), config.turnTimeoutMs))
  if (!isOurs) throw new Problem('ticket_used')
  return { bind }
}
