import { type Connection, Schema } from 'mongoose'
import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import type { Glossary } from '../domain/ask/glossary.ts'
import type { Policy } from '../domain/guard/policy.ts'
import type { Sealed } from './sealed.ts'

interface DatabaseDocument {
  _id: string
  organizationId: number
  name: string
  engine: string
  requiresOrganizationScoping: boolean
  policy: Policy
  glossary: Glossary
  /** The connection string, encrypted. */
  address: Buffer
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
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
)

type InOrganization = { readonly organizationId: number }

export const databaseVerbs = (connection: Connection, sealed: Sealed) => {
  const model = connection.model<DatabaseDocument>('Database', schema, 'databases')
  return {
    /** One database of the caller's organization. */
    async database(caller: InOrganization, id: string): Promise<DatabaseSettings | undefined> {
      const found = await model.findById(id).lean()
      return found === null || found.organizationId !== caller.organizationId ? undefined : settings(found)
    },
    /** All databases of the caller's organization, oldest first. */
    async databases(caller: InOrganization): Promise<DatabaseSettings[]> {
      const found = await model.find({ organizationId: caller.organizationId }).sort({ createdAt: 1, _id: 1 }).lean()
      return found.map(settings)
    },
    /** The connection string of a database: for its engine only. */
    async databaseAddress(caller: InOrganization, id: string): Promise<string | undefined> {
      const found = await model.findById(id, { address: 1, organizationId: 1 }).lean()
      if (found === null || found.organizationId !== caller.organizationId) return undefined
      return sealed.openText(found.address)
    },
    /** Creates or replaces a database. */
    async putDatabase(database: DatabaseSettings, address: string): Promise<void> {
      const { id, ...fields } = database
      const set = { ...fields, address: sealed.sealText(address) }
      await model.updateOne({ _id: id }, { $set: set, $setOnInsert: { createdAt: new Date() } }, { upsert: true })
    },
  }
}

const settings = (found: DatabaseDocument): DatabaseSettings => ({
  id: found._id,
  organizationId: found.organizationId,
  name: found.name,
  engine: found.engine,
  requiresOrganizationScoping: found.requiresOrganizationScoping,
  policy: found.policy,
  glossary: found.glossary,
})
