import type { Request } from 'express'
import { isExpired } from '../domain/access/api-key.ts'
import type { Caller } from '../domain/access/caller.ts'
import type { StreamTicket } from '../domain/access/stream-ticket.ts'
import { Problem } from '../domain/problem.ts'
import type { KeptHolder } from '../store/key-holders.ts'
import type { Store } from '../store/store.ts'
import { type Called, canonicalScope, singleHeader } from './caller.ts'
import { isAllowedAddress } from './client-address.ts'

/** Who calls with a ticket in place of a key. */
export interface CalledByTicket extends Called, Pick<KeptHolder, 'epoch'> {
  readonly ticket: StreamTicket
}

/** What stands in an address as `ticket`; undefined where nothing does. */
export const sentTicket = ({ query }: Request): unknown => query.ticket

/**
 * A ticket → the caller that it was made for: its key, as that is now, its tenant and its scope. Where a server key may be
 * used from says nothing about the browser that its ticket is for; a public key is used by browsers only.
 *
 * @throws Problem `ticket_invalid`, also where its key was revoked or anything has changed that requests are judged by,
 * `ticket_expired`, `ticket_mismatch`, `address_not_permitted`
 */
export const ticketCaller = async (
  req: Request,
  sent: unknown,
  store: Pick<Store, 'streamTicket' | 'holderOfKey'>,
): Promise<CalledByTicket> => {
  if (singleHeader(req, 'X-API-Key') !== undefined || singleHeader(req, 'Authorization') !== undefined)
    throw new Problem('ticket_invalid', { message: TWO_CALLERS })
  const ticket = typeof sent === 'string' ? await store.streamTicket(sent) : undefined
  if (ticket === undefined) throw new Problem('ticket_invalid')
  if (ticket.expiresAt <= Date.now()) throw new Problem('ticket_expired')
  const holder = await store.holderOfKey(ticket)
  if (holder === undefined || isVoid(ticket, holder)) throw new Problem('ticket_invalid')
  const { key } = holder
  if (key.kind === 'database' && key.addresses !== undefined && !isAllowedAddress(req.ip, key.addresses))
    throw new Problem('address_not_permitted')
  const { tenantId, scopeId } = ticket
  if (isOther(singleHeader(req, 'X-Tenant-Id'), tenantId)) throw new Problem('ticket_mismatch')
  if (isOther(canonicalScope(singleHeader(req, 'X-Scope-Id')), scopeId)) throw new Problem('ticket_mismatch')
  const caller: Caller = {
    ...{ organizationId: key.organizationId, keyId: key.id, kind: key.kind, userId: key.userId },
    ...(key.databaseId === undefined ? {} : { databaseId: key.databaseId }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(scopeId === undefined ? {} : { scopeId }),
  }
  return { ...holder, caller, ticket, origin: singleHeader(req, 'Origin') }
}

const TWO_CALLERS = 'A stream ticket and an API key name two callers; send the ticket only.'

/**
 * Who begins a stream is judged by what was so when the ticket was made; who comes back to one, by what is so now: a
 * verified query that somebody adds meanwhile takes nobody's answer away.
 */
const isVoid = (
  { isUsed, isIdentified, epoch }: StreamTicket,
  { key, ownDatabase, epoch: now }: Pick<KeptHolder, 'key' | 'ownDatabase' | 'epoch'>,
): boolean =>
  isExpired(key, new Date()) ||
  (!isUsed && epoch !== now) ||
  (key.kind === 'database' && ownDatabase?.identity === 'required' && !isIdentified)

const isOther = (said: string | undefined, own: string | undefined): boolean => said !== undefined && said !== own
