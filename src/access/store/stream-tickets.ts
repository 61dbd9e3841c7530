import { type Connection, Schema } from 'mongoose'
import { tokenDigest, tokenKind } from '../../manage/accounts/store/token-kind.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { keyedMutex } from '../../store/keyed-mutex.ts'
import { type Caller, tenantScope } from '../rules/caller.ts'
import { type StreamTicket, TICKET_LIVES_MS, type TicketCreator, UNUSED_TICKETS_MAX } from '../rules/stream-ticket.ts'

interface StreamTicketDocument extends Omit<StreamTicket, 'id' | 'expiresAt' | 'isUsed' | 'keyId' | 'revision'> {
  /** A digest of the text, so that read access to the store does not allow opening streams. */
  _id: string
  /** Set if a key created the ticket; otherwise `userId` and `sessionId` are. */
  keyId?: string
  userId?: number
  sessionId?: string
  /** A digest of the key or user, tenant and scope. */
  holder: string
  /** The authorization revision at creation. */
  epoch: string
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

const TICKET_TOKEN = tokenKind('tkt')

type TicketCaller = Pick<Caller, 'organizationId' | 'tenantId' | 'scopeId'> & TicketCreator

const holderOf = ({ tenantId, scopeId, ...maker }: TicketCaller): string => {
  const creator = 'keyId' in maker ? maker.keyId : `user ${maker.userId}`
  return tokenDigest(JSON.stringify([creator, tenantId ?? null, scopeId ?? null]))
}

type TicketContent = Pick<StreamTicket, 'isIdentified' | 'databaseId' | 'revision' | 'conversationId'>

/**
 * Tickets are used by conditional writes, so that any process accepts them, and each exactly once. Expiry is stored by the
 * store's clock, and returned by that of this process.
 */
export const streamTicketStore = (connection: Connection, clock: StoreClock) => {
  const model = connection.model<StreamTicketDocument>('StreamTicket', schema, 'stream_tickets')
  const inSequence = keyedMutex()
  return {
    /**
     * Creates a ticket for the caller.
     * @returns its text, of which only a digest is stored; undefined if the caller already has `UNUSED_TICKETS_MAX`
     */
    async add(
      caller: TicketCaller,
      { revision: epoch, ...content }: TicketContent,
    ): Promise<{ readonly text: string; readonly expiresAt: Date } | undefined> {
      const text = TICKET_TOKEN.newText()
      const now = new Date(await clock.now())
      const expiresAt = new Date(now.getTime() + TICKET_LIVES_MS)
      const { organizationId } = caller
      const holder = holderOf(caller)
      const maker = 'keyId' in caller ? { keyId: caller.keyId } : { userId: caller.userId, sessionId: caller.sessionId }
      const owner = {
        organizationId,
        ...maker,
        holder,
        ...tenantScope(caller),
      }
      const unused = { organizationId, holder, expiresAt: { $gt: now }, usedAt: { $exists: false } }
      // The count includes the new ticket, so that concurrent processes cannot exceed the maximum.
      return await inSequence(`${organizationId}/${holder}`, async () => {
        await model.create({ _id: tokenDigest(text), ...owner, ...content, epoch, expiresAt })
        if ((await model.countDocuments(unused)) <= UNUSED_TICKETS_MAX)
          return { text, expiresAt: new Date(Date.now() + TICKET_LIVES_MS) }
        await model.deleteOne({ _id: tokenDigest(text) })
        return undefined
      })
    },
    /** The ticket with this text, which may have expired; undefined if it is unknown or deleted. */
    async find(text: string): Promise<StreamTicket | undefined> {
      const found = TICKET_TOKEN.isText(text) ? await model.findById(tokenDigest(text)).lean() : null
      const maker = found === null ? undefined : makerOf(found)
      if (found === null || maker === undefined) return undefined
      return { ...ticketOf(found, Date.now() - (await clock.now())), ...maker }
    },
    /**
     * Marks a ticket as used; exactly one of concurrent calls succeeds.
     * @param until when it expires for resuming its turn (epoch ms)
     */
    async use({ id }: Pick<StreamTicket, 'id'>, until: number): Promise<boolean> {
      const now = new Date(await clock.now())
      const lifetimeMs = until - Date.now()
      const unused = { _id: id, usedAt: { $exists: false }, expiresAt: { $gt: now } }
      const { modifiedCount } = await model.updateOne(unused, {
        $set: { usedAt: now, expiresAt: new Date(now.getTime() + lifetimeMs) },
      })
      return modifiedCount === 1
    },
    /** Records the turn of a used ticket; only the first call has an effect. */
    async bind({ id }: Pick<StreamTicket, 'id'>, turnId: string): Promise<void> {
      await model.updateOne({ _id: id, usedAt: { $exists: true }, turnId: { $exists: false } }, { $set: { turnId } })
    },
    /** Deletes expired tickets: not every MongoDB-compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const makerOf = ({ keyId, userId, sessionId }: StreamTicketDocument): TicketCreator | undefined => {
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
  revision: found.epoch,
  isUsed: found.usedAt !== undefined,
  expiresAt: found.expiresAt.getTime() + behindMs,
})
