import { type Connection, type QueryFilter, Schema } from 'mongoose'
import type { Caller } from '../domain/access/caller.ts'
import { isVisible, type Owned, ownerOf, visibleTo } from '../domain/access/visibility.ts'
import type { Message } from '../domain/history/message.ts'
import { cutPage, type Page, type Position } from '../domain/history/page.ts'
import { afterPosition } from './after-position.ts'
import { isDuplicateKey } from './duplicate-key.ts'
import { OWNED_FIELDS } from './owned-fields.ts'

interface MessageDocument extends Owned {
  _id: string
  conversationId: string
  content: string
  sender: Message['sender']
  timestamp: Date
  type: 'text'
  /** A free dictionary, as JSON text: its keys may be what document keys may not. */
  metadata: string
}

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
  },
  { versionKey: false, minimize: false },
)
schema.index({ conversationId: 1, timestamp: 1, _id: 1 })
schema.index({ organizationId: 1, scopeId: 1, timestamp: -1, _id: 1 })

export const messageVerbs = (connection: Connection) => {
  const model = connection.model<MessageDocument>('Message', schema, 'messages')
  return {
    /** Stores a message once: one that is there already stays as it is. */
    async addMessage(caller: Caller, databaseId: string, message: Message): Promise<void> {
      const { id, timestamp, metadata, ...fields } = message
      try {
        await model.create({
          _id: id,
          ...ownerOf(caller, databaseId),
          ...fields,
          timestamp: new Date(timestamp),
          metadata: JSON.stringify(metadata),
        })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },

    /** One message by id, where the caller may see it. */
    async message(caller: Caller, id: string): Promise<Message | undefined> {
      const found = await model.findById(id).lean()
      return found !== null && isVisible(found, caller) ? fromDocument(found) : undefined
    },

    /** Newest first, ties by id; of one conversation or of the whole scope. */
    async listMessages(
      caller: Caller,
      limit: number,
      options: { readonly conversationId?: string; readonly after?: Position },
    ): Promise<Page<Message>> {
      const filter: QueryFilter<MessageDocument> = {
        ...visibleTo(caller),
        ...(options.conversationId === undefined ? {} : { conversationId: options.conversationId }),
        ...(options.after === undefined ? {} : afterPosition('timestamp', options.after)),
      }
      const found = await model
        .find(filter)
        .sort({ timestamp: -1, _id: 1 })
        .limit(limit + 1)
        .lean()
      return cutPage(found.map(fromDocument), limit, (item) => ({ at: item.timestamp, id: item.id }))
    },

    /** All messages of a conversation, oldest first, ties by id. */
    async conversationMessages(caller: Caller, conversationId: string): Promise<Message[]> {
      const found = await model
        .find({ ...visibleTo(caller), conversationId })
        .sort({ timestamp: 1, _id: 1 })
        .lean()
      return found.map(fromDocument)
    },

    /** Deletes every message of a conversation. */
    async deleteMessages(caller: Caller, conversationId: string): Promise<void> {
      await model.deleteMany({ conversationId, ...visibleTo(caller) })
    },
  }
}

const fromDocument = (found: MessageDocument): Message => ({
  id: found._id,
  conversationId: found.conversationId,
  content: found.content,
  sender: found.sender,
  timestamp: found.timestamp.toISOString(),
  type: found.type,
  metadata: JSON.parse(found.metadata),
})
