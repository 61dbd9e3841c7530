import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { keyIdOf } from './api-key-text.ts'

/** What a key stands for. */
export interface ApiKey {
  readonly id: string
  readonly organizationId: number
  readonly kind: 'organization' | 'database'
  /** The user who owns it. */
  readonly userId: number
  /** Set on database keys. */
  readonly databaseId?: string
}

interface ApiKeyDocument {
  _id: string
  organizationId: number
  kind: ApiKey['kind']
  userId: number
  databaseId?: string
  hmac: string
  createdAt: Date
}

const schema = new Schema<ApiKeyDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    kind: { type: String, required: true },
    userId: { type: Number, required: true },
    databaseId: String,
    hmac: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)

/** @param pepper the key under which API keys are stored as HMAC-SHA256 */
export const apiKeyVerbs = (connection: Connection, pepper: Uint8Array) => {
  const model = connection.model<ApiKeyDocument>('ApiKey', schema, 'api_keys')
  const hmacOf = (key: string) => createHmac('sha256', pepper).update(key).digest()
  return {
    /** What a key stands for; undefined when it is not a key of ours. Compared in constant time. */
    async apiKey(text: string): Promise<ApiKey | undefined> {
      const id = keyIdOf(text)
      const found = id === undefined ? null : await model.findById(id).lean()
      if (found === null || !timingSafeEqual(Buffer.from(found.hmac, 'hex'), hmacOf(text))) return undefined
      const { _id, hmac, createdAt, databaseId, ...fields } = found
      return { id: _id, ...fields, ...(databaseId === undefined ? {} : { databaseId }) }
    },
    /** Stores a key; its text is not kept. */
    async putApiKey(apiKey: ApiKey, key: string): Promise<void> {
      const { id, ...fields } = apiKey
      const hmac = hmacOf(key).toString('hex')
      await model.updateOne(
        { _id: id },
        { $set: { ...fields, hmac }, $setOnInsert: { createdAt: new Date() } },
        { upsert: true },
      )
    },
  }
}
