import { type Connection, type QueryFilter, Schema } from 'mongoose'
import type { Caller } from '../../access/rules/caller.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { type DocumentOwner, isVisible, ownerOf, visibleTo } from '../../access/rules/visibility.ts'
import { insertIfAbsent } from '../../platform/mongodb/duplicate-key.ts'
import type { ProblemName } from '../../platform/problems/problem.ts'
import type { Json } from '../../platform/values/json.ts'
import { cutPage, type Page, type PagePosition } from '../../platform/values/page.ts'
import { afterPosition } from '../../store/after-position.ts'
import { driverCollection } from '../../store/driver-collection.ts'
import { indexLists, OWNED_FIELDS } from '../../store/owned-fields.ts'
import { type AnswerView, viewKey } from '../rules/history/answer-view.ts'
import { type Feedback, feedbackMetadata } from '../rules/history/feedback.ts'
import { type Message, userMessageId } from '../rules/history/message.ts'

interface MessageDocument extends DocumentOwner {
  _id: string
  conversationId: string
  content: string
  sender: Message['sender']
  timestamp: Date
  type: 'text'
  /** A free dictionary, as JSON text, because its keys may be invalid as document keys. */
  metadata: string
  /** Only of an answer. */
  feedback?: Feedback
  /** Only of a question: the first step of its turn began then. */
  openedAt?: Date
  /** Only of a question: its turn was cancelled then. */
  cancelledAt?: Date
  /** Only of a refused question, which has no content and belongs to no scope: the reason, and how long it is kept. */
  refused?: ProblemName
  refusedUntil?: Date
  /** Only of an answer: how a user has arranged its rows, by part; JSON text, because column names may be invalid as document keys. */
  views?: Record<string, string>
}

type RefusedDocument = Required<Pick<MessageDocument, '_id' | 'organizationId' | 'refused' | 'refusedUntil'>>

/** Longer than any expected outage of all workers: a turn that starts later runs although its client was refused. */
const REFUSED_MS = 30 * 24 * 60 * 60_000

/** Whether a question was accepted, and whether this call made the decision. */
export type QuestionDecision =
  | { readonly state: 'opened'; readonly isNew: boolean }
  | { readonly state: 'refused'; readonly problem: ProblemName; readonly isNew: boolean }

const schema = new Schema<MessageDocument>(
  {
    _id: { type: String, required: true },
    ...OWNED_FIELDS,
    conversationId: { type: String, required: true },
    content: { type: String, required: true },
    sender: { type: String, required: true },
    timestamp: { type: Date, required: true },
    type: { type: String, required: true },
    metadata: { type: String, required: true },
    feedback: Schema.Types.Mixed,
    views: Schema.Types.Mixed,
    openedAt: Date,
    cancelledAt: Date,
    refused: String,
    refusedUntil: Date,
  },
  { versionKey: false, minimize: false },
)
schema.index({ refusedUntil: 1 }, { sparse: true, expireAfterSeconds: 0 })
schema.index({ conversationId: 1, timestamp: 1, _id: 1 })
schema.index({ conversationId: 1, timestamp: -1, _id: 1 })
indexLists(schema, 'timestamp')

interface PendingDeletions {
  /** Ids of the conversations of an organization with a pending deletion. */
  listPendingDeletion(caller: Caller): Promise<readonly string[]>
}

export const messageStore = (connection: Connection, conversations: PendingDeletions) => {
  const model = connection.model<MessageDocument>('Message', schema, 'messages')
  const written = driverCollection<MessageDocument>(connection, 'messages')
  const refusals = driverCollection<RefusedDocument>(connection, 'messages')
  /** Stores a message; an existing one stays as it is. @param openedAt of a question @returns false if it existed */
  const add = async (caller: Caller, databaseId: string, message: Message, openedAt?: Date): Promise<boolean> => {
    const { id, timestamp, metadata, ...fields } = message
    const document: MessageDocument = {
      _id: id,
      ...ownerOf(caller, databaseId),
      ...fields,
      timestamp: new Date(timestamp),
      metadata: JSON.stringify(metadata),
      ...(openedAt === undefined ? {} : { openedAt }),
    }
    return await insertIfAbsent(() => written().insertOne(document))
  }
  /** The decision on a question that is stored, or refused. */
  const decided = async ({ organizationId }: OrganizationRef, id: string): Promise<QuestionDecision> => {
    const found = await model.findOne({ _id: id, organizationId }, { refused: 1 }).lean()
    return found?.refused === undefined
      ? { state: 'opened', isNew: false }
      : { state: 'refused', problem: found.refused, isNew: false }
  }
  return {
    add,

    /**
     * Accepts the question of a turn that no other request can join, by storing it: of the calls of `open` and `refuse`, the first
     * decides.
     */
    async open(caller: Caller, databaseId: string, question: Message, openedAt: Date): Promise<QuestionDecision> {
      return (await add(caller, databaseId, question, openedAt))
        ? { state: 'opened', isNew: true }
        : await decided(caller, question.id)
    },

    /** Refuses the question of a turn that no other request can join, before the refusal is sent to the client. @returns as `open` */
    async refuse({ organizationId }: OrganizationRef, turnId: string, problem: ProblemName): Promise<QuestionDecision> {
      const _id = userMessageId(turnId)
      const refusedUntil = new Date(Date.now() + REFUSED_MS)
      const refused: RefusedDocument = { _id, organizationId, refused: problem, refusedUntil }
      const isNew = await insertIfAbsent(() => refusals().insertOne(refused))
      return isNew ? { state: 'refused', problem, isNew } : await decided({ organizationId }, _id)
    },

    /** Deletes refusals that no turn can meet any more: not every store has a TTL index. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ refusedUntil: { $lte: now } })
    },

    /** One message by id, where the caller may see it. */
    async find(caller: Caller, id: string): Promise<Message | undefined> {
      const found = await model.findOne({ _id: id, organizationId: caller.organizationId }).lean()
      const isMessage = found !== null && found.refused === undefined && isVisible(found, caller)
      return isMessage ? fromDocument(found) : undefined
    },

    /** The first question asked in a conversation after a time (ISO). */
    async firstQuestionAfter(caller: Caller, conversationId: string, after: string): Promise<Message | undefined> {
      const asked = {
        ...visibleTo(caller),
        conversationId,
        sender: 'USER' as const,
        timestamp: { $gt: new Date(after) },
      }
      const found = await model.findOne(asked).sort({ timestamp: 1, _id: 1 }).lean()
      return found === null ? undefined : fromDocument(found)
    },

    /** When the first step of a turn began, of however many attempts; undefined if its question is not stored. */
    async openedAt({ organizationId }: OrganizationRef, turnId: string): Promise<Date | undefined> {
      return (await model.findOne({ _id: userMessageId(turnId), organizationId }, { openedAt: 1 }).lean())?.openedAt
    },

    /** Notes that the turn of a question was cancelled. */
    async cancel({ organizationId }: OrganizationRef, id: string): Promise<void> {
      await model.updateOne({ _id: id, organizationId }, { $set: { cancelledAt: new Date() } })
    },

    /** Whether the turn of a question was cancelled, or the question was deleted. */
    async isCancelled({ organizationId }: OrganizationRef, id: string): Promise<boolean> {
      const found = await model.findOne({ _id: id, organizationId }, { cancelledAt: 1, refused: 1 }).lean()
      return found === null || found.cancelledAt !== undefined || found.refused !== undefined
    },

    /**
     * Stores the feedback on an answer, replacing earlier feedback; equal feedback changes nothing. @returns what is
     * stored; undefined if the caller sees no such answer
     */
    async rate(caller: Caller, id: string, rated: Omit<Feedback, 'ratedAt'>): Promise<Feedback | undefined> {
      const own = { _id: id, sender: 'ASSISTANT' as const, ...visibleTo(caller) }
      const found = await model.findOne(own, { feedback: 1 }).lean()
      const before = found?.feedback
      const isSame = before?.rating === rated.rating && before.comment === rated.comment
      const feedback = isSame ? before : { ...rated, ratedAt: new Date().toISOString() }
      const { matchedCount } = await model.updateOne(own, { $set: { feedback } })
      return matchedCount === 1 ? feedback : undefined
    },

    /**
     * Stores how a part of an answer is arranged, replacing the earlier view; deletes it if nothing is arranged.
     * @param part counted from 1; undefined for the first query
     * @returns false if the caller sees no such answer
     */
    async putView(caller: Caller, id: string, part: number | undefined, view: AnswerView): Promise<boolean> {
      const own = { _id: id, sender: 'ASSISTANT' as const, ...visibleTo(caller) }
      const field = `views.${viewKey(part)}`
      const isArranged = Object.values(view).some((one) => one !== undefined)
      const change = isArranged ? { $set: { [field]: JSON.stringify(view) } } : { $unset: { [field]: 1 } }
      return (await model.updateOne(own, change)).matchedCount === 1
    },

    /**
     * Newest first, ties by id; of one conversation or of the whole scope.
     * @param options.isPendingDeletion for the deletion of the conversation: all others find nothing in it
     */
    async list(
      caller: Caller,
      limit: number,
      options: {
        readonly conversationId?: string
        readonly after?: PagePosition
        readonly isPendingDeletion?: boolean
      },
    ): Promise<Page<Message>> {
      const filter: QueryFilter<MessageDocument> = {
        ...visibleTo(caller),
        ...(options.conversationId === undefined ? {} : { conversationId: options.conversationId }),
        ...(options.after === undefined ? {} : afterPosition('timestamp', options.after)),
      }
      const page = (more: readonly QueryFilter<MessageDocument>[] = []) =>
        model
          .find({ ...filter, ...(more.length === 0 ? {} : { $and: [...more] }) })
          .sort({ timestamp: -1, _id: 1 })
          .limit(limit + 1)
          .lean()
      const [first, pendingDeletion] = await Promise.all([
        page(),
        options.isPendingDeletion ? NONE : conversations.listPendingDeletion(caller),
      ])
      const isPendingDeletion = (conversationId: string): boolean => pendingDeletion.includes(conversationId)
      // Rarely has any of them a pending deletion: only then the page is read again, without those.
      const found = first.some(({ conversationId }) => isPendingDeletion(conversationId))
        ? await page([{ conversationId: { $nin: [...pendingDeletion] } }])
        : first
      return cutPage(found.map(fromDocument), limit, (item) => ({ at: item.timestamp, id: item.id }))
    },

    /** The questions of some turns of an organization, by turn; none of deleted ones. */
    async questionTexts(
      { organizationId }: OrganizationRef,
      turnIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const turnOf = new Map(turnIds.map((turnId) => [userMessageId(turnId), turnId]))
      const asked = { _id: { $in: [...turnOf.keys()] }, organizationId, refused: { $exists: false } }
      const found = await model.find(asked, { content: 1 }).lean()
      return new Map(found.map(({ _id, content }) => [turnOf.get(_id) ?? _id, content]))
    },

    /** All messages of a conversation, oldest first, ties by id. */
    async allOfConversation(caller: Caller, conversationId: string): Promise<Message[]> {
      const found = await model
        .find({ ...visibleTo(caller), conversationId })
        .sort({ timestamp: 1, _id: 1 })
        .lean()
      return found.map(fromDocument)
    },

    /** Deletes every message of a conversation. */
    async removeOfConversation(caller: Caller, conversationId: string): Promise<void> {
      await model.deleteMany({ conversationId, ...visibleTo(caller) })
    },
  }
}

const NONE: readonly string[] = []

const fromDocument = (found: MessageDocument): Message => ({
  id: found._id,
  conversationId: found.conversationId,
  content: found.content,
  sender: found.sender,
  timestamp: found.timestamp.toISOString(),
  type: found.type,
  metadata: {
    ...JSON.parse(found.metadata),
    ...(found.feedback === undefined ? {} : { feedback: feedbackMetadata(found.feedback) }),
    ...viewMetadata(found.views),
  },
})

const viewMetadata = (views: MessageDocument['views'] = {}): { readonly view?: Record<string, Json> } => {
  const kept = Object.entries(views).map(([part, view]) => [part, JSON.parse(view)] as const)
  return kept.length === 0 ? {} : { view: Object.fromEntries(kept) }
}
