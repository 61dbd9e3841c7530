import type { z } from 'zod'
import type { RolesClaim, SsoConfiguration } from '../rules/sso-configuration.ts'
import type { SsoRequest } from '../sso-settings.ts'
import type { SsoConfigurationBody } from './sso-schema.ts'

/** The configurable fields as in the API, without the client secret. */
const ssoBody = (found: SsoConfiguration) => ({
  enabled: found.enabled,
  required: found.required,
  issuer: found.issuer,
  client_id: found.clientId,
  domains: found.domains ?? null,
  provisioning: found.provisioning,
  default_role: found.defaultRole,
  roles_claim: found.rolesClaim?.claim ?? null,
  roles: found.rolesClaim === undefined ? null : rolesItem(found.rolesClaim),
})

/** A configuration as the API returns it. @param redirectUri null in the command, which may not know the public URL */
export const ssoItem = <Uri extends string | null>(found: SsoConfiguration, redirectUri: Uri) => ({
  ...ssoBody(found),
  redirect_uri: redirectUri,
  created_at: found.createdAt,
  updated_at: found.updatedAt,
})

const rolesItem = ({ roles }: RolesClaim) => Object.fromEntries(roles.map(({ value, role }) => [value, role]))

/** Converts a request body. */
export const ssoRequest = (body: z.output<typeof SsoConfigurationBody>): SsoRequest => {
  const { roles_claim: claim, roles } = body
  return {
    enabled: body.enabled,
    required: body.required,
    issuer: body.issuer,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    domains: body.domains ?? undefined,
    provisioning: body.provisioning,
    defaultRole: body.default_role,
    ...(claim == null || roles == null
      ? {}
      : { rolesClaim: { claim, roles: Object.entries(roles).map(([value, role]) => ({ value, role })) } }),
  }
}
