import { type Connection, Schema } from 'mongoose'
import { v7 as uuidv7 } from 'uuid'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent, isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import type { Personality, PersonalityFields } from '../rules/personality.ts'

interface PersonalityDocument extends Omit<Personality, 'id' | 'createdAt' | 'updatedAt'> {
  _id: string
  organizationId: number
  /** The name in lower case: names are unique regardless of case. */
  nameKey: string
  createdAt: Date
  updatedAt: Date
}

const schema = new Schema<PersonalityDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    name: { type: String, required: true },
    nameKey: { type: String, required: true },
    style: { type: String, required: true },
    // Not `required`: Mongoose rejects empty strings for required fields.
    systemPrompt: String,
    instructions: String,
    greeting: String,
    links: { type: Boolean, required: true },
    qa: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, nameKey: 1 }, { unique: true })

export const personalityStore = (connection: Connection) => {
  const model = connection.model<PersonalityDocument>('Personality', schema, 'personalities')
  return {
    async find(caller: OrganizationRef, id: string): Promise<Personality | undefined> {
      const found = await model.findOne({ _id: id, organizationId: caller.organizationId }).lean()
      return found === null ? undefined : personalityOf(found)
    },
    /** The personalities of the caller's organization, by name. */
    async list(caller: OrganizationRef, page: NumberedPage): Promise<ItemPage<Personality>> {
      const own = { organizationId: caller.organizationId }
      const sorted = model.find(own).sort({ nameKey: 1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, personalityOf)
    },
    /**
     * Creates a personality for the caller's organization; idempotent per id and name.
     * @returns undefined if its name or its id is used by another personality
     */
    async add(
      caller: OrganizationRef,
      fields: PersonalityFields,
      id: string = uuidv7(),
    ): Promise<Personality | undefined> {
      const now = new Date()
      const document = {
        _id: id,
        organizationId: caller.organizationId,
        ...fields,
        nameKey: nameKey(fields.name),
        createdAt: now,
        updatedAt: now,
      }
      if (await insertIfAbsent(() => model.create(document))) return personalityOf(document)
      const { organizationId } = document
      const made = await model.findOne({ _id: id, organizationId, nameKey: document.nameKey }).lean()
      return made === null ? undefined : personalityOf(made)
    },
    async change(
      caller: OrganizationRef,
      id: string,
      change: Partial<PersonalityFields>,
    ): Promise<'changed' | 'name-taken' | 'not-found'> {
      const { name } = change
      const set = { ...change, ...(name === undefined ? {} : { nameKey: nameKey(name) }), updatedAt: new Date() }
      try {
        const { matchedCount } = await model.updateOne(
          { _id: id, organizationId: caller.organizationId },
          { $set: set },
        )
        return matchedCount === 1 ? 'changed' : 'not-found'
      } catch (error) {
        if (isDuplicateKey(error)) return 'name-taken'
        throw error
      }
    },
    /** @returns false if there is no such personality */
    async remove(caller: OrganizationRef, id: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne({ _id: id, organizationId: caller.organizationId })
      return deletedCount === 1
    },
  }
}

const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

const personalityOf = ({ _id, name, style, links, qa, ...found }: PersonalityDocument): Personality => ({
  id: _id,
  name,
  style,
  links,
  qa,
  systemPrompt: found.systemPrompt,
  instructions: found.instructions,
  greeting: found.greeting,
  createdAt: found.createdAt.toISOString(),
  updatedAt: found.updatedAt.toISOString(),
})
