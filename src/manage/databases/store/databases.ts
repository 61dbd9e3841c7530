import { randomBytes } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Glossary } from '../../../ask/rules/glossary.ts'
import type { IncludePatterns } from '../../../guard/included-tables.ts'
import type { Policy } from '../../../guard/policy.ts'
import { insertIfAbsent, isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { keyedMutex } from '../../../store/keyed-mutex.ts'
import { listPage } from '../../../store/list-page.ts'
import type { FieldCipher } from '../../../store/sealed.ts'
import { type PendingDeletion, TOMBSTONE_FIELD, WITHOUT_TOMBSTONE } from '../../../store/tombstone.ts'
import type {
  DatabaseSettings,
  IdentityRule,
  RowsRule,
  SharedValuesRule,
  ThinkingRule,
} from '../rules/database-settings.ts'

export interface DatabaseDocument extends PendingDeletion {
  _id: string
  organizationId: number
  name: string
  engine: string
  requiresOrganizationScoping: boolean
  policy: Policy
  glossary: Glossary
  /** Absent or null: all tables. */
  include?: readonly string[] | null
  /** The connection string, sealed. */
  address: Buffer
  asyncQueryTimeout?: number
  /** Absent or null: rows may be sent to a model. */
  rows?: RowsRule | null
  /** Absent or null: published. */
  sharedValues?: SharedValuesRule | null
  /** Absent or null: not shown. */
  thinking?: ThinkingRule | null
  /** Absent or false: database keys may not export. */
  publicExports?: boolean
  identity?: IdentityRule
  /** The key of identity tokens, sealed. */
  identitySecret?: Buffer
  /** Number of changes; absent: 0. */
  revision?: number
  createdAt: Date
}

const schema = new Schema<DatabaseDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    name: { type: String, required: true },
    engine: { type: String, required: true },
    requiresOrganizationScoping: { type: Boolean, required: true },
    policy: { type: Schema.Types.Mixed, required: true },
    glossary: { type: Schema.Types.Mixed, required: true },
    address: { type: Buffer, required: true },
    asyncQueryTimeout: Number,
    rows: String,
    sharedValues: String,
    thinking: String,
    publicExports: Boolean,
    include: Schema.Types.Mixed,
    identity: String,
    identitySecret: Buffer,
    revision: Number,
    createdAt: { type: Date, required: true },
    ...TOMBSTONE_FIELD,
  },
  { versionKey: false, minimize: false },
)
// Names are unique, so that users can distinguish databases.
schema.index({ organizationId: 1, name: 1 }, { unique: true })
schema.index({ organizationId: 1, createdAt: 1, _id: 1 })

/** A stored database. */
export interface StoredDatabase extends DatabaseSettings {
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Incremented by every change. */
  readonly revision: number
}

export interface DatabaseChange
  extends Partial<Pick<DatabaseSettings, 'name' | 'policy' | 'glossary' | 'requiresOrganizationScoping'>> {
  /** The connection string. */
  readonly address?: string
  /** Null: the default of the installation. */
  readonly asyncQueryTimeout?: number | null
  /** Null: rows may be sent to a model. */
  readonly rows?: RowsRule | null
  /** Null: published. */
  readonly sharedValues?: SharedValuesRule | null
  /** Null: not shown. */
  readonly thinking?: ThinkingRule | null
  readonly publicExports?: boolean
  /** Null: all tables. */
  readonly include?: NonNullable<IncludePatterns> | null
}

export const databaseStore = (connection: Connection, sealed: FieldCipher) => {
  const model = connection.model<DatabaseDocument>('Database', schema, 'databases')
  const inTurn = keyedMutex()
  const sealedAddress = (address: string | undefined) =>
    address === undefined ? {} : { address: sealed.sealText(address) }
  const putIdentity = async (
    caller: OrganizationRef,
    id: string,
    identity: IdentityRule,
    secret?: string,
  ): Promise<boolean> => {
    const filter = { _id: id, organizationId: caller.organizationId, ...WITHOUT_TOMBSTONE }
    const set = { identity, ...(secret === undefined ? {} : { identitySecret: sealed.sealText(secret) }) }
    const { matchedCount } = await model.updateOne(filter, { $set: set })
    return matchedCount === 1
  }
  return {
    /** A database of the organization. */
    async find(caller: OrganizationRef, id: string): Promise<StoredDatabase | undefined> {
      const found = await model.findOne({ _id: id, organizationId: caller.organizationId }, { address: 0 }).lean()
      return found === null || found.leavingAt !== undefined ? undefined : settings(found)
    },
    /** All databases of the organization, oldest first. */
    async all(caller: OrganizationRef): Promise<StoredDatabase[]> {
      const own = { organizationId: caller.organizationId, ...WITHOUT_TOMBSTONE }
      return (await model.find(own, { address: 0 }).sort({ createdAt: 1, _id: 1 }).lean()).map(settings)
    },
    count: (caller: OrganizationRef): Promise<number> =>
      model.countDocuments({ organizationId: caller.organizationId, ...WITHOUT_TOMBSTONE }),
    /** A page of the organization's databases. */
    async list(caller: OrganizationRef, page: NumberedPage): Promise<ItemPage<StoredDatabase>> {
      const own = { organizationId: caller.organizationId, ...WITHOUT_TOMBSTONE }
      const sorted = model.find(own, { address: 0 }).sort({ createdAt: 1, _id: 1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, settings)
    },
    /** Databases of all organizations by id, for maintenance. @param after the last id of the previous page */
    async listAfter(after: string | undefined, max: number): Promise<readonly StoredDatabase[]> {
      const rest = { ...WITHOUT_TOMBSTONE, ...(after === undefined ? {} : { _id: { $gt: after } }) }
      return (await model.find(rest, { address: 0 }).sort({ _id: 1 }).limit(max).lean()).map(settings)
    },
    /**
     * The connection string of a database, for its engine only.
     * @throws Problem `configuration_invalid` if it was sealed with another secret
     */
    async findAddress(caller: OrganizationRef, id: string): Promise<string | undefined> {
      const own = { _id: id, organizationId: caller.organizationId }
      const found = await model.findOne(own, { address: 1, leavingAt: 1 }).lean()
      if (found === null || found.leavingAt !== undefined) return undefined
      try {
        return sealed.openText(found.address)
      } catch (cause) {
        throw new Problem('configuration_invalid', { cause })
      }
    },
    /** The key of identity tokens, for their verification only. */
    async findIdentitySecret(caller: OrganizationRef, id: string): Promise<string | undefined> {
      const found = await model
        .findOne({ _id: id, organizationId: caller.organizationId, ...WITHOUT_TOMBSTONE }, { identitySecret: 1 })
        .lean()
      if (found?.identitySecret === undefined) return undefined
      return sealed.openText(found.identitySecret)
    },
    /**
     * Sets whether database keys require identity tokens.
     * @param secret replaces the key; tokens signed with the previous one become invalid
     * @returns false if there is no such database
     */
    putIdentity,
    /** Sets the rule and a new key. @returns the key; undefined if there is no such database */
    async renewIdentity(caller: OrganizationRef, id: string, identity: IdentityRule): Promise<string | undefined> {
      const secret = newIdentitySecret()
      return (await putIdentity(caller, id, identity, secret)) ? secret : undefined
    },
    /**
     * Adds a database, unless the name is taken or the limit is reached. Concurrent calls in one process fill the limit
     * exactly; over several processes the limit is not exceeded. An existing id was added by the same request before.
     */
    async add(
      { id, include, ...fields }: DatabaseSettings,
      address: string,
      max = Number.POSITIVE_INFINITY,
    ): Promise<'added' | 'name taken' | 'too many'> {
      const own = { organizationId: fields.organizationId, ...WITHOUT_TOMBSTONE }
      const isAdded = async () => (await model.exists({ ...own, _id: id })) !== null
      const chosen = include === undefined ? {} : { include }
      const document = { _id: id, ...fields, ...chosen, ...sealedAddress(address), createdAt: new Date() }
      // Serialized, because concurrent writers that count themselves would all find too many and withdraw.
      return await inTurn(String(own.organizationId), async () => {
        if ((await model.countDocuments(own)) >= max && !(await isAdded())) return 'too many'
        if (!(await insertIfAbsent(() => model.create(document))) && !(await isAdded())) return 'name taken'
        if ((await model.countDocuments(own)) <= max) return 'added'
        await model.deleteOne({ _id: id })
        return 'too many'
      })
    },
    /**
     * Changes a database of the organization.
     * @param change omitted fields stay unchanged
     * @param revision required revision; absent: any
     */
    async change(
      caller: OrganizationRef,
      id: string,
      { address, asyncQueryTimeout, ...fields }: DatabaseChange,
      revision?: number,
    ): Promise<'changed' | 'gone' | 'changed meanwhile' | 'name taken'> {
      const own = { _id: id, organizationId: caller.organizationId, ...WITHOUT_TOMBSTONE }
      // Unchanged databases have no revision.
      const unchanged = revision === undefined ? {} : { revision: revision === 0 ? { $in: [null, 0] } : revision }
      const set = { ...fields, ...sealedAddress(address), ...(asyncQueryTimeout == null ? {} : { asyncQueryTimeout }) }
      const unset = asyncQueryTimeout === null ? { $unset: { asyncQueryTimeout: 1 } } : {}
      const change = { $set: set, ...unset, $inc: { revision: 1 } } as const
      try {
        const { matchedCount } = await model.updateOne({ ...own, ...unchanged }, change)
        if (matchedCount === 1) return 'changed'
      } catch (error) {
        if (isDuplicateKey(error)) return 'name taken'
        throw error
      }
      return (await model.exists(own)) === null ? 'gone' : 'changed meanwhile'
    },
    /** Creates or replaces a database; if the name is taken, its id is appended. */
    async put(database: Omit<DatabaseSettings, 'identity'>, address: string): Promise<void> {
      const { id, ...fields } = database
      const put = (name: string) =>
        model.updateOne(
          { _id: id },
          {
            $set: { ...fields, name, ...sealedAddress(address) },
            $setOnInsert: { createdAt: new Date() },
            $unset: { leavingAt: 1 },
          },
          { upsert: true },
        )
      try {
        await put(fields.name)
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        await put(`${fields.name} ${id}`)
      }
    },
  }
}

const settings = (found: Omit<DatabaseDocument, 'address'>): StoredDatabase => ({
  id: found._id,
  organizationId: found.organizationId,
  name: found.name,
  engine: found.engine,
  requiresOrganizationScoping: found.requiresOrganizationScoping,
  policy: found.policy,
  glossary: found.glossary,
  ...(found.asyncQueryTimeout === undefined ? {} : { asyncQueryTimeout: found.asyncQueryTimeout }),
  ...(found.rows == null ? {} : { rows: found.rows }),
  ...(found.sharedValues == null ? {} : { sharedValues: found.sharedValues }),
  ...(found.thinking == null ? {} : { thinking: found.thinking }),
  ...(found.publicExports === true ? { publicExports: true } : {}),
  ...(found.include == null ? {} : { include: found.include }),
  ...(found.identity === undefined ? {} : { identity: found.identity }),
  createdAt: found.createdAt.toISOString(),
  revision: found.revision ?? 0,
})

/** 256 random bits; the text itself is the signing key. */
const newIdentitySecret = (): string => `is_${randomBytes(32).toString('base64url')}`
