import { type Connection, Schema } from 'mongoose'
import type { Branding, Organization } from '../domain/access/organization.ts'

interface OrganizationDocument {
  _id: number
  name: string
  plan: Organization['plan']
  branding: Branding
  createdAt: Date
}

const schema = new Schema<OrganizationDocument>(
  {
    _id: { type: Number, required: true },
    name: { type: String, required: true },
    plan: { type: String, required: true },
    branding: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)

export const organizationVerbs = (connection: Connection) => {
  const model = connection.model<OrganizationDocument>('Organization', schema, 'organizations')
  return {
    /** The caller's own organization. */
    async organization(caller: { readonly organizationId: number }): Promise<Organization | undefined> {
      const found = await model.findById(caller.organizationId).lean()
      return found === null
        ? undefined
        : { id: found._id, name: found.name, plan: found.plan, branding: found.branding }
    },
    /** Creates or replaces an organization. */
    async putOrganization(organization: Organization): Promise<void> {
      const { id, ...fields } = organization
      await model.updateOne({ _id: id }, { $set: fields, $setOnInsert: { createdAt: new Date() } }, { upsert: true })
    },
  }
}
