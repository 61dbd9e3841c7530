import { type Connection, type QueryFilter, Schema } from 'mongoose'
import { v5 as uuidv5 } from 'uuid'
import type { Caller } from '../domain/access/caller.ts'
import { type Owned, visibleTo } from '../domain/access/visibility.ts'
import { questionKey } from '../domain/ask/pattern.ts'
import {
  PROPOSALS_MAX,
  type Proposal,
  PUBLIC_PROPOSALS_MAX,
  proposedBy,
  type RatedAnswer,
  VOTES_MAX,
} from '../domain/ask/proposal.ts'
import { turnOfAnswer, userMessageId } from '../domain/history/message.ts'
import type { Listed, NumberedPage } from '../domain/history/page.ts'
import { isWrittenFirst } from './duplicate-key.ts'
import { listed } from './listed.ts'

interface ProposalDocument {
  /** Made of the question, so that it is proposed once. */
  _id: string
  organizationId: number
  databaseId: string
  /** Of one that was dismissed nothing is kept but that it was. */
  state: 'open' | 'dismissed'
  question: string
  query: string
  /** Conversations whose first answer was liked. */
  voters: string[]
  /** Whether only public keys have voted for it. */
  isPublic: boolean
  createdAt: Date
}

/** What is read of a message. */
interface MessageFields extends Owned {
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
    voters: [String],
    isPublic: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, state: 1, createdAt: -1, _id: -1 })
schema.index({ organizationId: 1, voters: 1 })
schema.index({ organizationId: 1, databaseId: 1, state: 1, createdAt: -1, _id: -1 })

type InOrganization = { readonly organizationId: number }

const OPEN = { state: 'open' } as const
/** Of ids that are made of a text. */
const NAMESPACE = '6f1c2a52-3f0e-4c0b-9a4b-5f6b8f2d7c11'

export const patternProposalVerbs = (connection: Connection) => {
  const model = connection.model<ProposalDocument>('PatternProposal', schema, 'pattern_proposals')
  const messages = connection.model<MessageFields>('Message')
  /** Makes room for one more. @returns false where there is none */
  const hasRoom = async (
    { organizationId }: InOrganization,
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
     * What an answer proposes that the caller sees. A question that goes on with an earlier one says nothing by itself.
     * @returns undefined where it proposes nothing
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
    /**
     * Proposes a query for a question, or counts one more vote for the one that is proposed. Nothing is said of whether
     * there was room for it.
     */
    async proposePattern(caller: Caller, answer: RatedAnswer): Promise<void> {
      const { conversationId, databaseId, question, query } = answer
      const { organizationId } = caller
      const _id = idOf(caller, databaseId, question)
      const isPublic = caller.kind === 'database'
      const voted = async (): Promise<boolean> => {
        const known = await model.findOne({ _id, organizationId }, { voters: 1 }).lean()
        if (known === null) return false
        if (known.voters.length >= VOTES_MAX) return true
        const set = isPublic ? {} : { $set: { isPublic } }
        await model.updateOne({ _id, organizationId, ...OPEN }, { $addToSet: { voters: conversationId }, ...set })
        return true
      }
      if ((await voted()) || !(await hasRoom(caller, databaseId, isPublic))) return
      const own = { _id, organizationId, databaseId, question, query, isPublic, ...OPEN }
      const isFirst = await isWrittenFirst(() =>
        model.create({ ...own, voters: [conversationId], createdAt: new Date() }),
      )
      if (!isFirst) await voted()
    },
    /** Takes the vote of an answer back; a proposal that nobody votes for is gone. */
    async withdrawVote(caller: Caller, { conversationId, databaseId, question }: RatedAnswer): Promise<void> {
      const own = { _id: idOf(caller, databaseId, question), organizationId: caller.organizationId, ...OPEN }
      await model.updateOne(own, { $pull: { voters: conversationId } })
      await model.deleteOne({ ...own, voters: { $size: 0 } })
    },
    /** Takes the votes of a conversation back: when it is deleted, no text of it stays in a proposal of its own. */
    async withdrawVotesOf({ organizationId }: InOrganization, conversationId: string): Promise<void> {
      const voted = { organizationId, voters: conversationId }
      // Those of it alone first: what has no vote is found by nothing that is indexed.
      await model.deleteMany({ organizationId, voters: [conversationId], ...OPEN })
      await model.updateMany({ ...voted, ...OPEN }, { $pull: { voters: conversationId } })
    },
    /** One that is open, of the caller's organization. */
    async patternProposal({ organizationId }: InOrganization, id: string): Promise<Proposal | undefined> {
      const found = await model.findOne({ _id: id, organizationId, ...OPEN }).lean()
      return found === null ? undefined : fromDocument(found)
    },
    /** Those of the caller's organization that are open, or of one of its databases; the newest first. */
    async listPatternProposals(
      { organizationId }: InOrganization,
      page: NumberedPage,
      databaseId?: string,
    ): Promise<Listed<Proposal>> {
      const own: QueryFilter<ProposalDocument> = {
        ...{ organizationId, ...OPEN },
        ...(databaseId === undefined ? {} : { databaseId }),
      }
      const sorted = model.find(own).sort({ createdAt: -1, _id: -1 }).lean()
      return await listed(page, { total: model.countDocuments(own), sorted }, fromDocument)
    },
    /** Forgets a proposal but for that its question is not to be proposed again. @returns false where none is open */
    async dismissPatternProposal({ organizationId }: InOrganization, id: string): Promise<boolean> {
      const set = { state: 'dismissed', question: '', query: '', voters: [] }
      const { matchedCount } = await model.updateOne({ _id: id, organizationId, ...OPEN }, { $set: set })
      return matchedCount === 1
    },
    /** Forgets a proposal that was accepted. */
    async removePatternProposal({ organizationId }: InOrganization, id: string): Promise<void> {
      await model.deleteOne({ _id: id, organizationId })
    },
    /** Removes all proposals of a database: when it is removed itself. */
    async removeDatabaseProposals({ organizationId }: InOrganization, databaseId: string): Promise<void> {
      await model.deleteMany({ organizationId, databaseId })
    },
  }
}

const idOf = ({ organizationId }: InOrganization, databaseId: string, question: string): string =>
  uuidv5(`${organizationId}/${databaseId}/${questionKey(question)}`, NAMESPACE)

const fromDocument = ({ _id: id, createdAt, ...found }: ProposalDocument): Proposal => ({
  ...{ id, databaseId: found.databaseId, question: found.question, query: found.query, votes: found.voters.length },
  // The same for the same proposal, so that accepting it twice is accepting it once.
  patternId: uuidv5(createdAt.toISOString(), id),
  createdAt: createdAt.toISOString(),
})
