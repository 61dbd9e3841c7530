import { type Connection, Schema } from 'mongoose'
import type { OperatorCredential } from '../../../access/rules/operator.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'

interface OperatorDocument {
  _id: string
  name: string
  createdAt: Date
  expiresAt: Date
}

const schema = new Schema<OperatorDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)

/** The ids of valid operator credentials. The credential itself is a signed token, which is not stored. */
export const operatorStore = (connection: Connection) => {
  const model = connection.model<OperatorDocument>('Operator', schema, 'operators')
  const valid = (): { expiresAt: { $gt: Date } } => ({ expiresAt: { $gt: new Date() } })
  return {
    async add({ id, name, createdAt, expiresAt }: OperatorCredential): Promise<void> {
      const dates = { createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) }
      await insertIfAbsent(() => model.create({ _id: id, name, ...dates }))
    },
    /** @returns undefined if the credential was revoked or has expired */
    async find(id: string): Promise<OperatorCredential | undefined> {
      const found = await model.findOne({ _id: id, ...valid() }).lean()
      return found === null ? undefined : credentialOf(found)
    },
    /** Valid credentials, oldest first. */
    async all(): Promise<readonly OperatorCredential[]> {
      const found = (await model.find(valid()).lean()).map(credentialOf)
      return found.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
    },
    /** @returns false if there is no such credential */
    async remove(id: string): Promise<boolean> {
      return (await model.deleteOne({ _id: id })).deletedCount === 1
    },
    /** Deletes expired credentials: not every MongoDB-compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const credentialOf = ({ _id: id, name, createdAt, expiresAt }: OperatorDocument): OperatorCredential => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
