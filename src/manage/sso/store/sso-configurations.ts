import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { FieldCipher } from '../../../store/sealed.ts'
import type { IdentityProvider } from '../rules/identity-provider.ts'
import type { RolesClaim, SsoConfiguration, SsoFields } from '../rules/sso-configuration.ts'

interface SsoConfigurationDocument {
  /** The organization id: one configuration per organization. */
  _id: number
  organizationId: number
  enabled: boolean
  required: boolean
  issuer: string
  clientId: string
  /** Sealed. */
  clientSecret: Buffer
  domains?: readonly string[]
  provisioning: boolean
  defaultRole: SsoFields['defaultRole']
  rolesClaim?: RolesClaim
  createdAt: Date
  updatedAt: Date
}

const schema = new Schema<SsoConfigurationDocument>(
  {
    _id: { type: Number, required: true },
    organizationId: { type: Number, required: true },
    enabled: { type: Boolean, required: true },
    required: { type: Boolean, required: true },
    issuer: { type: String, required: true },
    clientId: { type: String, required: true },
    clientSecret: { type: Buffer, required: true },
    domains: { type: [String], default: undefined },
    provisioning: { type: Boolean, required: true },
    defaultRole: { type: String, required: true },
    rolesClaim: Schema.Types.Mixed,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1 })

/** SSO configurations of organizations. */
export const ssoConfigurationStore = (connection: Connection, { sealText, openText }: FieldCipher) => {
  const model = connection.model<SsoConfigurationDocument>('SsoConfiguration', schema, 'sso_configurations')
  return {
    async find({ organizationId }: OrganizationRef): Promise<SsoConfiguration | undefined> {
      const found = await model.findById(organizationId).lean()
      return found === null ? undefined : configurationOf(found)
    },
    /**
     * The configuration with the client credentials.
     * @throws Problem `configuration_invalid` if the client secret cannot be decrypted with the secrets of this process
     */
    async findProvider({
      organizationId,
    }: OrganizationRef): Promise<
      { readonly configuration: SsoConfiguration; readonly provider: IdentityProvider } | undefined
    > {
      const found = await model.findById(organizationId).lean()
      if (found === null) return undefined
      const { issuer, clientId } = found
      try {
        const clientSecret = openText(found.clientSecret)
        return { configuration: configurationOf(found), provider: { organizationId, issuer, clientId, clientSecret } }
      } catch (cause) {
        throw new Problem('configuration_invalid', { cause })
      }
    },
    /**
     * Creates or replaces the configuration of the caller's organization.
     * @param clientSecret absent: the stored one is kept, provided that issuer and client are unchanged
     * @returns false if it is absent and there is none to keep
     */
    async put(
      { organizationId }: OrganizationRef,
      { domains, rolesClaim, ...fields }: SsoFields,
      clientSecret: string | undefined,
    ): Promise<boolean> {
      const now = new Date()
      const secret = clientSecret === undefined ? {} : { clientSecret: sealText(clientSecret) }
      const set = {
        ...fields,
        ...secret,
        organizationId,
        updatedAt: now,
        ...(domains === undefined ? {} : { domains }),
        ...(rolesClaim === undefined ? {} : { rolesClaim }),
      }
      const unset = {
        ...(domains === undefined ? { domains: 1 as const } : {}),
        ...(rolesClaim === undefined ? { rolesClaim: 1 as const } : {}),
      }
      const change = { $set: set, ...(Object.keys(unset).length === 0 ? {} : { $unset: unset }) }
      if (clientSecret === undefined) {
        const same = { _id: organizationId, issuer: fields.issuer, clientId: fields.clientId }
        return (await model.updateOne(same, change)).matchedCount === 1
      }
      const made = { ...change, $setOnInsert: { createdAt: now } }
      const write = () => model.updateOne({ _id: organizationId }, made, { upsert: true })
      // If a concurrent request created the configuration, this one updates it.
      if (!(await insertIfAbsent(write))) await write()
      return true
    },
    /** @returns false if there is none */
    async remove({ organizationId }: OrganizationRef): Promise<boolean> {
      const { deletedCount } = await model.deleteOne({ _id: organizationId })
      return deletedCount === 1
    },
  }
}

const configurationOf = (found: SsoConfigurationDocument): SsoConfiguration => ({
  organizationId: found.organizationId,
  enabled: found.enabled,
  required: found.required,
  issuer: found.issuer,
  clientId: found.clientId,
  provisioning: found.provisioning,
  defaultRole: found.defaultRole,
  ...(found.domains === undefined ? {} : { domains: found.domains }),
  ...(found.rolesClaim === undefined ? {} : { rolesClaim: found.rolesClaim }),
  createdAt: found.createdAt.toISOString(),
  updatedAt: found.updatedAt.toISOString(),
})
