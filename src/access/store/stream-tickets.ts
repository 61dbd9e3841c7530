import { type Connection, Schema } from 'mongoose'
import { tokenDigest, tokenKind } from '../../manage/accounts/store/kept-token.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { keyedMutex } from '../../store/one-at-a-time.ts'
import { type Caller, tenantScope } from '../rules/caller.ts'
import { type StreamTicket, TICKET_LIVES_MS, type TicketMaker, UNUSED_TICKETS_MAX } from '../rules/stream-ticket.ts'

interface StreamTicketDocument extends Omit<StreamTicket, 'id' | 'expiresAt' | 'isUsed' | 'keyId'> {
  /** A digest of its text: who reads the store opens no stream by it. */
  _id: string
  /** Of a key, or else of a person's log-in. */
  keyId?: string
  userId?: number
  sessionId?: string
  /** Whose it is: key or person, tenant and scope. */
  holder: string
  usedAt?: Date
  expiresAt: Date
}

const schema = new Schema<StreamTicketDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    keyId: String,
    userId: Number,
    sessionId: String,
    holder: { type: String, required: true },
    tenantId: String,
    scopeId: String,
    isIdentified: { type: Boolean, required: true },
    conversationId: String,
    databaseId: { type: String, required: true },
    epoch: { type: String, default: '' },
    usedAt: Date,
    turnId: String,
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, holder: 1, expiresAt: 1 })

const TICKET = tokenKind('tkt')

type TicketCaller = Pick<Caller, 'organizationId' | 'tenantId' | 'scopeId'> & TicketMaker

const holderOf = ({ tenantId, scopeId, ...maker }: TicketCaller): string => {
  const by = 'keyId' in maker ? maker.keyId : `user ${maker.userId}`
  return tokenDigest(JSON.stringify([by, tenantId ?? null, scopeId ?? null]))
}

type MadeTicket = Pick<StreamTicket, 'isIdentified' | 'databaseId' | 'epoch' | 'conversationId'>

/**
 * Tickets are used up by conditional writes, so that any process honours them, and each of them once. How long they live is
 * measured by the store's clock; what is told of it, by that of this process.
 */
export const streamTicketStore = (connection: Connection, clock: StoreClock) => {
  const model = connection.model<StreamTicketDocument>('StreamTicket', schema, 'stream_tickets')
  const inTurn = keyedMutex()
  return {
    /**
     * Makes a ticket for the caller.
     * @returns its text, which nobody can read again; undefined where the caller has as many unused ones as it may have
     */
    async add(
      caller: TicketCaller,
      made: MadeTicket,
    ): Promise<{ readonly text: string; readonly expiresAt: Date } | undefined> {
      const text = TICKET.newText()
      const now = new Date(await clock.now())
      const expiresAt = new Date(now.getTime() + TICKET_LIVES_MS)
      const { organizationId } = caller
      const holder = holderOf(caller)
      const maker = 'keyId' in caller ? { keyId: caller.keyId } : { userId: caller.userId, sessionId: caller.sessionId }
      const own = {
        organizationId,
        ...maker,
        holder,
        ...tenantScope(caller),
      }
      const unused = { organizationId, holder, expiresAt: { $gt: now }, usedAt: { $exists: false } }
      // Counted with itself: of several processes at once none goes beyond what is allowed, whatever the order.
      return await inTurn(`${organizationId}/${holder}`, async () => {
        await model.create({ _id: tokenDigest(text), ...own, ...made, expiresAt })
        if ((await model.countDocuments(unused)) <= UNUSED_TICKETS_MAX)
          return { text, expiresAt: new Date(Date.now() + TICKET_LIVES_MS) }
        await model.deleteOne({ _id: tokenDigest(text) })
        return undefined
      })
    },
    /** The ticket with this text, expired ones too; undefined where it is none of ours, or one that is forgotten. */
    async find(text: string): Promise<StreamTicket | undefined> {
      const found = TICKET.isText(text) ? await model.findById(tokenDigest(text)).lean() : null
      const maker = found === null ? undefined : makerOf(found)
      if (found === null || maker === undefined) return undefined
      return { ...ticketOf(found, Date.now() - (await clock.now())), ...maker }
    },
    /**
     * Uses a ticket up. Exactly one of many simultaneous callers does.
     * @param until when it has come back to its turn for the last time (epoch ms)
     */
    async use({ id }: Pick<StreamTicket, 'id'>, until: number): Promise<boolean> {
      const now = new Date(await clock.now())
      const lasts = until - Date.now()
      const unused = { _id: id, usedAt: { $exists: false }, expiresAt: { $gt: now } }
      const { modifiedCount } = await model.updateOne(unused, {
        $set: { usedAt: now, expiresAt: new Date(now.getTime() + lasts) },
      })
      return modifiedCount === 1
    },
    /** Notes which turn a ticket was used for; the first one is. */
    async bind({ id }: Pick<StreamTicket, 'id'>, turnId: string): Promise<void> {
      await model.updateOne({ _id: id, usedAt: { $exists: true }, turnId: { $exists: false } }, { $set: { turnId } })
    },
    /** Forgets what has expired: not every store does so by itself. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const makerOf = ({ keyId, userId, sessionId }: StreamTicketDocument): TicketMaker | undefined => {
  if (keyId !== undefined) return { keyId }
  return userId === undefined || sessionId === undefined ? undefined : { userId, sessionId }
}

/** @param behindMs how far the store's clock is behind that of this process */
const ticketOf = (found: StreamTicketDocument, behindMs: number) => ({
  id: found._id,
  organizationId: found.organizationId,
  ...tenantScope(found),
  ...(found.conversationId === undefined ? {} : { conversationId: found.conversationId }),
  ...(found.turnId === undefined ? {} : { turnId: found.turnId }),
  isIdentified: found.isIdentified,
  databaseId: found.databaseId,
  epoch: found.epoch,
  isUsed: found.usedAt !== undefined,
  expiresAt: found.expiresAt.getTime() + behindMs,
})
