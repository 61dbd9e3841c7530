import { type Connection, type QueryFilter, Schema } from 'mongoose'
import { v5 as uuidv5 } from 'uuid'
import type { Caller } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type DocumentOwner, visibleTo } from '../../../access/rules/visibility.ts'
import { turnOfAnswer, userMessageId } from '../../../ask/rules/history/message.ts'
import {
  PROPOSALS_MAX,
  type ProposalKind,
  type ProposalSources,
  type Proposals,
  PUBLIC_PROPOSALS_MAX,
  proposedBy,
  type RatedAnswer,
  VOTES_MAX,
} from '../../../ask/rules/proposal.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import { questionKey } from '../rules/pattern.ts'

interface ProposalDocument {
  /** Derived from the question or the entry, so that it is proposed once. */
  _id: string
  organizationId: number
  databaseId: string
  /** A dismissed proposal has no texts. */
  state: 'open' | 'dismissed'
  /** Of a proposed pattern. */
  question?: string
  query?: string
  /** A proposed glossary entry as JSON text. */
  entry?: string
  /** Ids of the conversations that voted for it. */
  voters: string[]
  /** Whether all votes are from public keys. */
  isPublic: boolean
  createdAt: Date
}

/** The fields of a message that are read. */
interface MessageFields extends DocumentOwner {
  _id: string
  conversationId: string
  content: string
  sender: string
  timestamp: Date
  metadata: string
}

const schema = new Schema<ProposalDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    databaseId: { type: String, required: true },
    state: { type: String, required: true },
    question: String,
    query: String,
    entry: String,
    voters: [String],
    isPublic: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, state: 1, createdAt: -1, _id: -1 })
schema.index({ organizationId: 1, voters: 1 })
schema.index({ organizationId: 1, databaseId: 1, state: 1, createdAt: -1, _id: -1 })

const OPEN = { state: 'open' } as const
/** UUIDv5 namespace of proposal ids. */
const NAMESPACE = '6f1c2a52-3f0e-4c0b-9a4b-5f6b8f2d7c11'

export const proposalStore = (connection: Connection) => {
  const models = {
    pattern: connection.model<ProposalDocument>('PatternProposal', schema, 'pattern_proposals'),
    glossary: connection.model<ProposalDocument>('GlossaryProposal', schema, 'glossary_proposals'),
  } as const satisfies Readonly<Record<ProposalKind, unknown>>
  const each = Object.values(models)
  const messages = connection.model<MessageFields>('Message')
  /** Makes room for one more proposal by deleting the oldest dismissed one. @returns false if the limit is reached */
  const makeRoom = async (
    model: (typeof each)[number],
    { organizationId }: OrganizationRef,
    databaseId: string,
    isPublic: boolean,
  ): Promise<boolean> => {
    const own = { organizationId, databaseId }
    if (isPublic && (await model.countDocuments({ ...own, ...OPEN, isPublic })) >= PUBLIC_PROPOSALS_MAX) return false
    if ((await model.countDocuments(own)) < PROPOSALS_MAX) return true
    const oldest = await model
      .findOne({ ...own, state: 'dismissed' }, { _id: 1 })
      .sort({ createdAt: 1, _id: 1 })
      .lean()
    if (oldest === null) return false
    await model.deleteOne({ _id: oldest._id, ...own, state: 'dismissed' })
    return true
  }
  return {
    /**
     * The proposal of an answer that the caller sees. Only first questions of a conversation are proposed: a follow-up question
     * cannot be understood alone.
     * @returns undefined if the answer proposes nothing
     */
    async proposedBy(caller: Caller, messageId: string): Promise<RatedAnswer | undefined> {
      const turnId = turnOfAnswer(messageId)
      if (turnId === undefined) return undefined
      const visible = visibleTo(caller)
      const [answer, asked] = await Promise.all(
        [messageId, userMessageId(turnId)].map((_id) => messages.findOne({ _id, ...visible }).lean()),
      )
      if (!answer || !asked) return undefined
      const { conversationId, databaseId } = answer
      const before = { conversationId, timestamp: { $lt: asked.timestamp }, ...visible }
      if ((await messages.findOne(before, { _id: 1 }).lean()) !== null) return undefined
      const proposed = proposedBy({ metadata: JSON.parse(answer.metadata) }, asked)
      return proposed === undefined ? undefined : { conversationId, databaseId, ...proposed }
    },
    /** Adds a proposal, or a vote if it exists. If the limit is reached, the proposal is dropped without an error. */
    async propose<Kind extends ProposalKind>(
      caller: Caller,
      kind: Kind,
      proposed: ProposalSources[Kind],
    ): Promise<void> {
      const model = models[kind]
      const { conversationId, databaseId } = proposed
      const { organizationId } = caller
      const content = contentOf(proposed)
      const _id = idOf(caller, databaseId, content.key)
      const isPublic = caller.kind === 'database'
      const addVote = async (): Promise<boolean> => {
        const known = await model.findOne({ _id, organizationId }, { voters: 1 }).lean()
        if (known === null) return false
        if (known.voters.length >= VOTES_MAX) return true
        const set = isPublic ? {} : { $set: { isPublic } }
        await model.updateOne({ _id, organizationId, ...OPEN }, { $addToSet: { voters: conversationId }, ...set })
        return true
      }
      if ((await addVote()) || !(await makeRoom(model, caller, databaseId, isPublic))) return
      const own = { _id, organizationId, databaseId, ...content.fields, isPublic, ...OPEN }
      const isFirst = await insertIfAbsent(() =>
        model.create({ ...own, voters: [conversationId], createdAt: new Date() }),
      )
      if (!isFirst) await addVote()
    },
    /** Withdraws the vote of an answer; a proposal without votes is deleted. */
    async withdrawVote(caller: Caller, { conversationId, databaseId, question }: RatedAnswer): Promise<void> {
      const own = {
        _id: idOf(caller, databaseId, questionKey(question)),
        organizationId: caller.organizationId,
        ...OPEN,
      }
      const model = models.pattern
      await model.updateOne(own, { $pull: { voters: conversationId } })
      await model.deleteOne({ ...own, voters: { $size: 0 } })
    },
    /** Withdraws the votes of a deleted conversation, so that no text of it remains in a proposal that only it voted for. */
    async withdrawVotesOfConversation({ organizationId }: OrganizationRef, conversationId: string): Promise<void> {
      const addVote = { organizationId, voters: conversationId }
      for (const model of each) {
        // Proposals with this vote alone first: proposals without votes cannot be found by an index.
        await model.deleteMany({ organizationId, voters: [conversationId], ...OPEN })
        await model.updateMany({ ...addVote, ...OPEN }, { $pull: { voters: conversationId } })
      }
    },
    /** An open proposal of the caller's organization. */
    async find<Kind extends ProposalKind>(
      { organizationId }: OrganizationRef,
      kind: Kind,
      id: string,
    ): Promise<Proposals[Kind] | undefined> {
      const found = await models[kind].findOne({ _id: id, organizationId, ...OPEN }).lean()
      return found === null ? undefined : FROM_DOCUMENT[kind](found)
    },
    /** Open proposals of the caller's organization or of one of its databases, newest first. */
    async list<Kind extends ProposalKind>(
      { organizationId }: OrganizationRef,
      kind: Kind,
      page: NumberedPage,
      databaseId?: string,
    ): Promise<ItemPage<Proposals[Kind]>> {
      const model = models[kind]
      const own: QueryFilter<ProposalDocument> = {
        organizationId,
        ...OPEN,
        ...(databaseId === undefined ? {} : { databaseId }),
      }
      const sorted = model.find(own).sort({ createdAt: -1, _id: -1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, FROM_DOCUMENT[kind])
    },
    /** Erases the texts of a proposal and remembers its id, so that it is not proposed again. @returns false if it is not open */
    async dismiss({ organizationId }: OrganizationRef, kind: ProposalKind, id: string): Promise<boolean> {
      const { matchedCount } = await models[kind].updateOne(
        { _id: id, organizationId, ...OPEN },
        { $set: { state: 'dismissed', voters: [] }, $unset: { question: 1, query: 1, entry: 1 } },
      )
      return matchedCount === 1
    },
    /** Deletes an accepted proposal. */
    async remove({ organizationId }: OrganizationRef, kind: ProposalKind, id: string): Promise<void> {
      await models[kind].deleteOne({ _id: id, organizationId })
    },
    /** Removes all proposals of a removed database. */
    async removeOfDatabase({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      for (const model of each) await model.deleteMany({ organizationId, databaseId })
    },
  }
}

const idOf = ({ organizationId }: OrganizationRef, databaseId: string, key: string): string =>
  uuidv5(`${organizationId}/${databaseId}/${key}`, NAMESPACE)

/** The stored fields of a proposal, and the key that identifies it. */
const contentOf = (
  proposed: ProposalSources[ProposalKind],
): { readonly key: string; readonly fields: Pick<ProposalDocument, 'question' | 'query' | 'entry'> } => {
  if ('entry' in proposed) {
    const entry = JSON.stringify(proposed.entry)
    return { key: entry, fields: { entry } }
  }
  const { question, query } = proposed
  return { key: questionKey(question), fields: { question, query } }
}

const commonOf = ({ _id: id, databaseId, voters, createdAt }: ProposalDocument) => ({
  id,
  databaseId,
  votes: voters.length,
  createdAt: createdAt.toISOString(),
})

const FROM_DOCUMENT: { readonly [Kind in ProposalKind]: (found: ProposalDocument) => Proposals[Kind] } = {
  pattern: (found) => ({
    ...commonOf(found),
    question: found.question ?? '',
    query: found.query ?? '',
    // Derived from the proposal, so that accepting it twice creates one pattern.
    patternId: uuidv5(found.createdAt.toISOString(), found._id),
  }),
  glossary: (found) => ({ ...commonOf(found), entry: JSON.parse(found.entry ?? 'null') }),
}
