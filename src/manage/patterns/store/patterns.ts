import { type Connection, type QueryFilter, Schema } from 'mongoose'
import { v7 as uuidv7 } from 'uuid'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent, isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import { type Pattern, type PatternFailure, type PatternState, questionKey, templateKey } from '../rules/pattern.ts'

interface PatternDocument extends Pick<Pattern, 'databaseId' | 'question' | 'query' | 'verifiedBy'> {
  _id: string
  organizationId: number
  questionKey: string
  /** See `templateKey`. */
  template: string | null
  createdAt: Date
  updatedAt: Date
  failure?: StoredFailure
}

interface StoredFailure extends Pick<PatternFailure, 'turnId' | 'by' | 'reason'> {
  at: Date
}

/** The version of the patterns of one database. */
interface BookDocument {
  _id: string
  /** Incremented by every change; caches of the patterns compare it. */
  version: number
}

const schema = new Schema<PatternDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    databaseId: { type: String, required: true },
    question: { type: String, required: true },
    questionKey: { type: String, required: true },
    query: { type: String, required: true },
    template: String,
    verifiedBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    failure: new Schema<StoredFailure>({ at: Date, turnId: String, by: String, reason: String }, { _id: false }),
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, databaseId: 1, questionKey: 1 }, { unique: true })
schema.index({ organizationId: 1, createdAt: -1, _id: -1 })
schema.index({ organizationId: 1, databaseId: 1, createdAt: -1, _id: -1 })

const bookSchema = new Schema<BookDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false },
)

type Fields = Pick<Pattern, 'question' | 'query' | 'verifiedBy'>

export const patternStore = (connection: Connection) => {
  const model = connection.model<PatternDocument>('Pattern', schema, 'patterns')
  const books = connection.model<BookDocument>('PatternBook', bookSchema, 'pattern_books')
  const patternOf = async ({ organizationId }: OrganizationRef, id: string): Promise<Pattern | undefined> => {
    const found = await model.findOne({ _id: id, organizationId }).lean()
    return found === null ? undefined : fromDocument(found)
  }
  /** Called after a change, so that a reader of the new version also reads the change. */
  const incrementVersion = async (caller: OrganizationRef, databaseId: string): Promise<void> => {
    await books.updateOne({ _id: bookId(caller, databaseId) }, { $inc: { version: 1 } }, { upsert: true })
  }
  return {
    find: patternOf,
    /** The patterns of the caller's organization or of one of its databases, newest first. */
    async list(
      { organizationId }: OrganizationRef,
      page: NumberedPage,
      databaseId?: string,
    ): Promise<ItemPage<Pattern>> {
      const own: QueryFilter<PatternDocument> = { organizationId, ...(databaseId === undefined ? {} : { databaseId }) }
      const sorted = model.find(own).sort({ createdAt: -1, _id: -1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, fromDocument)
    },
    count: ({ organizationId }: OrganizationRef, databaseId: string): Promise<number> =>
      model.countDocuments({ databaseId, organizationId }),
    /**
     * Adds a pattern for a database of the caller's organization; idempotent per id.
     * @returns undefined if its question already has a pattern, or its id is used by another pattern
     */
    async add(
      caller: OrganizationRef,
      databaseId: string,
      fields: Fields,
      id: string = uuidv7(),
    ): Promise<Pattern | undefined> {
      const now = new Date()
      const { organizationId } = caller
      const own = { _id: id, organizationId, databaseId, questionKey: questionKey(fields.question) }
      const document = { ...fields, ...own, template: templateKey(fields), createdAt: now, updatedAt: now }
      const isNew = await insertIfAbsent(() => model.create(document))
      const added = isNew ? document : await model.findOne(own).lean()
      if (added === null) return undefined
      await incrementVersion(caller, databaseId)
      return fromDocument(added)
    },
    /** Changes a pattern of the caller's organization, and clears its failure. */
    async change(
      caller: OrganizationRef,
      { id, databaseId }: Pick<Pattern, 'id' | 'databaseId'>,
      { question, query, verifiedBy }: Fields,
    ): Promise<'changed' | 'duplicate' | 'not-found'> {
      const keys = { questionKey: questionKey(question), template: templateKey({ question, query }) }
      const set = { question, query, verifiedBy, ...keys, updatedAt: new Date() }
      try {
        const own = { _id: id, organizationId: caller.organizationId }
        const { matchedCount } = await model.updateOne(own, { $set: set, $unset: { failure: 1 } })
        if (matchedCount === 0) return 'not-found'
      } catch (error) {
        if (isDuplicateKey(error)) return 'duplicate'
        throw error
      }
      await incrementVersion(caller, databaseId)
      return 'changed'
    },
    /**
     * Stores why the query of a pattern could not be run, unless another turn has stored a failure or the pattern was changed
     * since. Idempotent per turn: the time of the first call stays.
     *
     * @returns the failure of this turn; undefined if that of another turn is stored or the pattern has changed
     */
    async recordFailure(
      { organizationId }: OrganizationRef,
      { id, updatedAt }: PatternState,
      { at, turnId, by, reason }: PatternFailure,
    ): Promise<PatternFailure | undefined> {
      const state = { _id: id, organizationId, updatedAt: new Date(updatedAt) }
      const isFirst = { $or: [{ failure: { $exists: false } }, { 'failure.turnId': turnId }] }
      const set = { 'failure.turnId': turnId, 'failure.by': by, 'failure.reason': reason }
      const found = await model
        .findOneAndUpdate(
          { ...state, ...isFirst },
          { $set: set, $min: { 'failure.at': new Date(at) } },
          { returnDocument: 'after' },
        )
        .lean()
      return found === null ? undefined : fromDocument(found).failure
    },
    /** Removes the failure after the query has run. */
    async clearFailure({ organizationId }: OrganizationRef, { id, updatedAt }: PatternState): Promise<void> {
      await model.updateOne({ _id: id, organizationId, updatedAt: new Date(updatedAt) }, { $unset: { failure: 1 } })
    },
    /** @returns false if there is no such pattern */
    async remove(caller: OrganizationRef, { id, databaseId }: Pick<Pattern, 'id' | 'databaseId'>): Promise<boolean> {
      const { deletedCount } = await model.deleteOne({ _id: id, organizationId: caller.organizationId })
      // Also if it did not exist: a process that deleted it may have died before this write.
      await incrementVersion(caller, databaseId)
      return deletedCount === 1
    },
    /** Removes all patterns of a removed database. */
    async removeOfDatabase(caller: OrganizationRef, databaseId: string): Promise<void> {
      await model.deleteMany({ databaseId, organizationId: caller.organizationId })
      await books.deleteOne({ _id: bookId(caller, databaseId) })
    },
    /** The version of the patterns of a database; undefined if it never had any. */
    async version(caller: OrganizationRef, databaseId: string): Promise<number | undefined> {
      const found = await books.findById(bookId(caller, databaseId)).lean()
      return found?.version
    },
    /** The questions and template keys of all patterns of a database. */
    async questions(
      { organizationId }: OrganizationRef,
      databaseId: string,
    ): Promise<readonly (Pick<Pattern, 'id' | 'question'> & { readonly template: string | null })[]> {
      const found = await model.find({ databaseId, organizationId }, { question: 1, template: 1 }).lean()
      return found.map(({ _id, question, template = null }) => ({ id: _id, question, template }))
    },
  }
}

const bookId = ({ organizationId }: OrganizationRef, databaseId: string): string => `${organizationId}/${databaseId}`

const fromDocument = (found: PatternDocument): Pattern => ({
  id: found._id,
  databaseId: found.databaseId,
  question: found.question,
  query: found.query,
  verifiedBy: found.verifiedBy,
  createdAt: found.createdAt.toISOString(),
  updatedAt: found.updatedAt.toISOString(),
  ...(found.failure === undefined ? {} : { failure: { ...found.failure, at: found.failure.at.toISOString() } }),
})
