import { type Connection, type QueryFilter, Schema } from 'mongoose'
import type { Caller } from '../../access/rules/caller.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { type DocumentOwner, isVisible, visibleTo } from '../../access/rules/visibility.ts'
import { cutPage, type Page, type PagePosition } from '../../platform/values/page.ts'
import { afterPosition, isAfterPosition } from '../../store/after-position.ts'
import { driverCollection } from '../../store/driver-collection.ts'
import { indexLists, OWNED_FIELDS } from '../../store/owned-fields.ts'
import {
  PENDING_DELETIONS_MAX,
  type PendingDeletion,
  TOMBSTONE_FIELD,
  WITH_TOMBSTONE,
  WITHOUT_TOMBSTONE,
} from '../../store/tombstone.ts'
import type { Conversation } from '../rules/history/conversation.ts'
import { unansweredTurns } from '../rules/history/message.ts'
import { SEARCHED_MAX, titleSearch } from '../rules/history/title-search.ts'
import {
  type ConversationContext,
  type NextQuestionContext,
  RECENT_TURNS_MAX,
  type RecentTurn,
} from '../rules/question.ts'

export interface ConversationDocument extends DocumentOwner, PendingDeletion {
  _id: string
  userId: number
  /** Absent if the conversation is its own session, which has no document of `sessions` then. */
  sessionId?: string
  title: string
  lastMessageAt: Date
  messageCount: number
  createdAt: Date
  /** What planners need of the last turns, as JSON text each, so that no messages are read for a question. */
  recentTurns: string[]
  /** The choices that ended the last turn, as JSON text; absent if it ended otherwise. */
  offer?: string
  /** Ids of the latest applied writes, which makes repeated writes idempotent. */
  applied: string[]
}

/** As filters of `visibleTo` name it: a missing tenant is `null` in them. */
type StoredConversation = Omit<ConversationDocument, 'tenantId'> & { tenantId?: string | null }

const schema = new Schema<ConversationDocument>(
  {
    _id: { type: String, required: true },
    ...OWNED_FIELDS,
    userId: { type: Number, required: true },
    sessionId: String,
    title: { type: String, required: true },
    lastMessageAt: { type: Date, required: true },
    messageCount: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    recentTurns: { type: [String], required: true },
    offer: String,
    applied: { type: [String], required: true },
    ...TOMBSTONE_FIELD,
  },
  { versionKey: false, minimize: false },
)
indexLists(schema, 'lastMessageAt')
indexLists(schema, 'lastMessageAt', { userId: 1 })
// For lists of implicit sessions. The tombstone is included so that they are counted without reading documents.
for (const scope of [{}, { scopeId: 1 }] as const)
  schema.index({ organizationId: 1, ...scope, sessionId: 1, lastMessageAt: -1, _id: 1, leavingAt: 1 })

/** Enough for every turn that can still be running. */
const APPLIED_MAX = 100

/** A running question is among this many latest messages of its conversation. */
const LATEST_WRITES = 20

/** The fields of a conversation that are shown: all but those that only questions need. */
const LISTED = {
  organizationId: 1,
  scopeId: 1,
  tenantId: 1,
  databaseId: 1,
  userId: 1,
  sessionId: 1,
  title: 1,
  leavingAt: 1,
  lastMessageAt: 1,
  messageCount: 1,
  createdAt: 1,
  applied: { $slice: -LATEST_WRITES },
} as const

type ListedDocument = Omit<ConversationDocument, 'recentTurns' | 'offer'>

const LATEST_FIRST = { lastMessageAt: -1, _id: 1 } as const

/** Filter of a list of conversations. */
export interface WantedConversations {
  /** Those that this user started. */
  readonly userId?: number | undefined
  /** Those whose title has each of these words, among the latest `SEARCHED_MAX` of the list. */
  readonly search?: string | undefined
}

export const conversationStore = (connection: Connection) => {
  const model = connection.model<ConversationDocument>('Conversation', schema, 'conversations')
  const written = driverCollection<StoredConversation>(connection, 'conversations')
  /** Reads titles first, and then only the conversations that are shown. */
  const titled = async (
    { organizationId }: OrganizationRef,
    own: QueryFilter<ConversationDocument>,
    {
      search,
      limit,
      after,
    }: { readonly search: string; readonly limit: number; readonly after: PagePosition | undefined },
  ): Promise<readonly ListedDocument[]> => {
    const isWanted = titleSearch(search)
    const candidates = await model
      .find(own, { title: 1, lastMessageAt: 1 })
      .sort(LATEST_FIRST)
      .limit(SEARCHED_MAX)
      .lean()
    const ids = candidates
      .filter((one) => isWanted(one.title) && (after === undefined || isAfterPosition(one, after)))
      .slice(0, limit)
      .map(({ _id }) => _id)
    const found = await model
      .find({ _id: { $in: ids }, organizationId, ...WITHOUT_TOMBSTONE })
      .select(LISTED)
      .lean()
    return ids.flatMap((id) => found.find(({ _id }) => _id === id) ?? [])
  }
  return {
    async find(caller: Caller, id: string): Promise<Conversation | undefined> {
      const found = await model.findOne({ _id: id, organizationId: caller.organizationId }).select(LISTED).lean()
      return found !== null && isVisibleTo(found, caller) ? summary(found) : undefined
    },

    /** What a question may refer to in it; undefined if it was deleted. */
    async findContext(caller: Caller, id: string): Promise<ConversationContext | undefined> {
      const found = await model.findOne({ _id: id, organizationId: caller.organizationId }).lean()
      if (found === null || !isVisibleTo(found, caller)) return undefined
      return {
        recentTurns: found.recentTurns.map((turn) => JSON.parse(turn)),
        ...(found.offer === undefined ? {} : { offer: JSON.parse(found.offer) }),
        ...(found.sessionId === undefined ? {} : { sessionId: found.sessionId }),
      }
    },

    /** Latest first, ties by id. */
    async list(
      caller: Caller,
      limit: number,
      after?: PagePosition,
      { userId, search }: WantedConversations = {},
    ): Promise<Page<Conversation>> {
      const own: QueryFilter<ConversationDocument> = {
        ...visibleTo(caller),
        ...WITHOUT_TOMBSTONE,
        ...(userId === undefined ? {} : { userId }),
      }
      const found =
        search === undefined
          ? await model
              .find({ ...own, ...(after === undefined ? {} : afterPosition('lastMessageAt', after)) })
              .select(LISTED)
              .sort(LATEST_FIRST)
              .limit(limit + 1)
              .lean()
          : await titled(caller, own, { search, limit: limit + 1, after })
      return cutPage(found.map(summary), limit, (item) => ({ at: item.lastMessageAt, id: item.id }))
    },

    /** Changes the title of a conversation. @returns false if the caller sees none */
    async rename(caller: Caller, id: string, title: string): Promise<boolean> {
      const own = { _id: id, ...visibleTo(caller), ...WITHOUT_TOMBSTONE }
      return (await model.updateOne(own, { $set: { title } })).matchedCount === 1
    },

    /** The ids of those with a pending deletion: their content is hidden as well. */
    async listPendingDeletion({ organizationId }: OrganizationRef): Promise<readonly string[]> {
      const found = await model
        .find({ ...WITH_TOMBSTONE, organizationId }, { _id: 1 })
        .limit(PENDING_DELETIONS_MAX)
        .lean()
      return found.map(({ _id }) => _id)
    },

    /**
     * Creates the conversation; does nothing if it exists. A session id that is its own is not stored: the session is
     * implicit.
     * @param before turns of another one that its questions may refer to
     * @param write the message that it begins with, counted once, however often it is called; `countMessage` is not
     * needed
     * @returns false if it existed
     */
    async add(conversation: Conversation, before: readonly RecentTurn[] = [], write?: string): Promise<boolean> {
      const { id, sessionId, lastMessageAt, createdAt, ...fields } = conversation
      const document = {
        ...fields,
        ...(sessionId === undefined || sessionId === id ? {} : { sessionId }),
        lastMessageAt: new Date(lastMessageAt),
        createdAt: new Date(createdAt),
        messageCount: write === undefined ? fields.messageCount : 1,
        recentTurns: before.map((turn) => JSON.stringify(turn)),
        applied: write === undefined ? [] : [write],
      }
      const own = { _id: id, organizationId: fields.organizationId }
      const { upsertedCount } = await written().updateOne(own, { $setOnInsert: document }, { upsert: true })
      return upsertedCount === 1
    },

    /**
     * Counts one message once, however often it is called with the same `write`.
     * @param left set if the message ends a turn
     * @returns false if the conversation was deleted
     */
    async countMessage(
      caller: Caller,
      id: string,
      write: string,
      at: Date,
      left?: NextQuestionContext,
    ): Promise<boolean> {
      const own = { _id: id, ...visibleTo(caller), ...WITHOUT_TOMBSTONE }
      const { turn, offer } = left ?? {}
      const push = {
        applied: { $each: [write], $slice: -APPLIED_MAX },
        ...(turn === undefined ? {} : { recentTurns: { $each: [JSON.stringify(turn)], $slice: -RECENT_TURNS_MAX } }),
      }
      const updated = await written().updateOne(
        { ...own, applied: { $ne: write } },
        {
          $inc: { messageCount: 1 },
          $max: { lastMessageAt: at },
          $push: push,
          ...(offer !== undefined ? { $set: { offer: JSON.stringify(offer) } } : left && { $unset: { offer: 1 } }),
        },
      )
      if (updated.matchedCount === 1) return true
      // An earlier call that was cut off counted the message before it was stored, at another time.
      return (await written().updateOne(own, { $max: { lastMessageAt: at } })).matchedCount === 1
    },

    /** Undoes the count of a message that is not stored. */
    async uncountMessage({ organizationId }: OrganizationRef, id: string, write: string): Promise<void> {
      const own = { _id: id, organizationId, applied: write }
      await model.updateOne(own, { $inc: { messageCount: -1 }, $pull: { applied: write } })
    },

    /** Corrects the time of the last message, if it is that of a message stored at another time. */
    async correctLastMessageAt({ organizationId }: OrganizationRef, id: string, from: Date, to: Date): Promise<void> {
      await model.updateOne({ _id: id, organizationId, lastMessageAt: from }, { $set: { lastMessageAt: to } })
    },
  }
}

const isVisibleTo = (found: DocumentOwner & PendingDeletion, caller: Caller): boolean =>
  found.leavingAt === undefined && isVisible(found, caller)

const summary = (found: ListedDocument): Conversation => ({
  id: found._id,
  organizationId: found.organizationId,
  scopeId: found.scopeId,
  ...(found.tenantId === undefined ? {} : { tenantId: found.tenantId }),
  databaseId: found.databaseId,
  userId: found.userId,
  ...(found.sessionId === undefined ? {} : { sessionId: found.sessionId }),
  title: found.title,
  lastMessageAt: found.lastMessageAt.toISOString(),
  messageCount: found.messageCount,
  createdAt: found.createdAt.toISOString(),
  ...unanswered(found.applied),
})

/** Messages are counted under their ids, so that the latest ids show which question has no answer yet. */
const unanswered = (applied: readonly string[]): Pick<Conversation, 'unansweredTurnId'> => {
  const turnId = unansweredTurns(applied.map((id) => ({ id }))).at(-1)
  return turnId === undefined ? {} : { unansweredTurnId: turnId }
}
