import type { Request } from 'express'
import { isExpired } from '../access/rules/api-key.ts'
import type { Caller } from '../access/rules/caller.ts'
import type { Epoch } from '../access/rules/epoch.ts'
import type { StreamTicket } from '../access/rules/stream-ticket.ts'
import type { KeptHolder } from '../access/store/key-holders.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { Store } from '../store/store.ts'
import { type Called, canonicalScope, singleHeader } from './caller.ts'
import { isAllowedAddress } from './client-address.ts'
import type { CalledByPerson } from './portal-caller.ts'
import type { RouteParts } from './route-parts.ts'

/** Who calls with a ticket in place of a key. */
export interface CalledByTicket extends Called, Pick<KeptHolder, 'epoch'> {
  readonly ticket: StreamTicket
}

/** What stands in an address as `ticket`; undefined where nothing does. */
export const sentTicket = ({ query }: Request): unknown => query.ticket

/**
 * The ticket that is shown, whoever has made it.
 * @throws Problem `ticket_invalid`, `ticket_expired`
 */
export const shownTicket = async (
  req: Request,
  sent: unknown,
  store: Pick<Store, 'streamTickets'>,
): Promise<StreamTicket> => {
  if (singleHeader(req, 'X-API-Key') !== undefined || singleHeader(req, 'Authorization') !== undefined)
    throw new Problem('ticket_invalid', { message: TWO_CALLERS })
  const ticket = typeof sent === 'string' ? await store.streamTickets.find(sent) : undefined
  if (ticket === undefined) throw new Problem('ticket_invalid')
  if (ticket.expiresAt <= Date.now()) throw new Problem('ticket_expired')
  return ticket
}

/** Tickets that a key has made. */
export type KeyTicket = Extract<StreamTicket, { readonly keyId: string }>

/** Tickets that somebody has made who had logged in. */
export type PersonTicket = Exclude<StreamTicket, { readonly keyId: string }>

/**
 * A ticket → the caller that it was made for: its key, as that is now, its tenant and its scope. Where a server key may be
 * used from says nothing about the browser that its ticket is for; a public key is used by browsers only.
 *
 * @throws Problem `ticket_invalid`, where its key was revoked or anything has changed that requests are judged by,
 * `ticket_mismatch`, `address_not_permitted`
 */
export const ticketCaller = async (
  req: Request,
  ticket: KeyTicket,
  store: Pick<Store, 'keyHolders'>,
): Promise<CalledByTicket> => {
  const holder = await store.keyHolders.findById(ticket)
  if (holder === undefined || isVoid(ticket, holder)) throw new Problem('ticket_invalid')
  const { key } = holder
  if (key.kind === 'database' && key.addresses !== undefined && !isAllowedAddress(req.ip, key.addresses))
    throw new Problem('address_not_permitted')
  const caller: Caller = {
    organizationId: key.organizationId,
    keyId: key.id,
    kind: key.kind,
    userId: key.userId,
    ...(key.databaseId === undefined ? {} : { databaseId: key.databaseId }),
    ...ownerIn(req, ticket),
  }
  return { ...holder, caller, ticket, origin: singleHeader(req, 'Origin') }
}

/**
 * A ticket → the person that it was made for, as they are now: whoever is logged out, shut out, or has another role, is so
 * with a ticket too.
 *
 * @throws Problem `ticket_invalid`, where the log-in has ended or anything has changed that requests are judged by,
 * `ticket_mismatch`, and as `requireEntrance`
 */
export const ticketPerson = async (
  req: Request,
  ticket: PersonTicket,
  { accounts, store }: Pick<RouteParts, 'accounts' | 'store'>,
): Promise<CalledByPerson> => {
  const { organizationId, userId } = ticket
  // First the epoch: what is read after it is no older.
  const epoch = await store.epochs.find(ticket)
  if (isOutdated(ticket, epoch)) throw new Problem('ticket_invalid')
  const person = await accounts.person(ticket).catch((error: unknown) => {
    throw error instanceof Problem && error.problem === 'token_invalid'
      ? new Problem('ticket_invalid', { cause: error })
      : error
  })
  return { caller: { organizationId, kind: 'organization', userId, ...ownerIn(req, ticket) }, person, epoch }
}

const TWO_CALLERS = 'Both a stream ticket and an API key or token were sent; send the ticket only.'

/** Of a ticket; a header may say the same once more. @throws Problem `ticket_mismatch` */
const ownerIn = (req: Request, { tenantId, scopeId }: StreamTicket): Pick<Caller, 'tenantId' | 'scopeId'> => {
  if (isOther(singleHeader(req, 'X-Tenant-Id'), tenantId)) throw new Problem('ticket_mismatch')
  if (isOther(canonicalScope(singleHeader(req, 'X-Scope-Id')), scopeId)) throw new Problem('ticket_mismatch')
  return { ...(tenantId === undefined ? {} : { tenantId }), ...(scopeId === undefined ? {} : { scopeId }) }
}

/**
 * Who begins a stream is judged by what was so when the ticket was made; who comes back to one, by what is so now: a
 * verified query that somebody adds meanwhile takes nobody's answer away.
 */
const isOutdated = ({ isUsed, epoch }: StreamTicket, now: Epoch): boolean => !isUsed && epoch !== now

const isVoid = (
  ticket: KeyTicket,
  { key, ownDatabase, epoch }: Pick<KeptHolder, 'key' | 'ownDatabase' | 'epoch'>,
): boolean =>
  isExpired(key, new Date()) ||
  isOutdated(ticket, epoch) ||
  (key.kind === 'database' && ownDatabase?.identity === 'required' && !ticket.isIdentified)

const isOther = (said: string | undefined, own: string | undefined): boolean => said !== undefined && said !== own
