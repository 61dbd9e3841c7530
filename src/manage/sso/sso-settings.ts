import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { invalidField, missingField, Problem } from '../../platform/problems/problem.ts'
import type { PortalParts } from '../accounts/account-parts.ts'
import { issuerFault } from './issuer-fault.ts'
import type { SignOn } from './rules/identity-provider.ts'
import type { SsoConfiguration, SsoFields } from './rules/sso-configuration.ts'

/** Makes the change, between the two writes of its entry in the log. */
type Around = <Value>(write: () => Promise<Value>) => Promise<Value>

/** What an owner says of the organization's provider. */
export interface SsoRequest extends SsoFields {
  /** Absent: the one of now, as long as issuer and client stay. */
  readonly clientSecret?: string | undefined
}

/** How the people of the caller's organization log in at its provider. @throws Problem `sso_not_configured` */
export const foundSso = async (
  { store }: Pick<PortalParts, 'store'>,
  caller: OrganizationRef,
): Promise<SsoConfiguration> => {
  const found = await store.ssoConfigurations.find(caller)
  if (found === undefined) throw new Problem('sso_not_configured')
  return found
}

interface SsoSettingsParts extends Pick<PortalParts, 'store' | 'allowPrivateHosts'> {
  readonly signOn: Pick<SignOn, 'isPrivate'>
}

const PRIVATE = 'must not resolve to a private, loopback or other special-purpose address'

/**
 * Sets it up, or replaces it. Nothing is asked of the provider: it may be away, and what is set may be switched off yet.
 * Log-ins at another one, or of another client there, end; where it is required, those by a password end too, but owners'.
 * @throws Problem `input_invalid` for an issuer that is never asked, as is one on a private address, `field_missing` where a client secret is needed
 */
export const configureSso = async (
  parts: SsoSettingsParts,
  caller: OrganizationRef,
  { clientSecret, ...fields }: SsoRequest,
  around: Around,
): Promise<SsoConfiguration> => {
  const fault = issuerFault(fields.issuer, parts.allowPrivateHosts)
  if (fault !== undefined) throw invalidField('issuer', fault)
  if (await parts.signOn.isPrivate(fields.issuer)) throw invalidField('issuer', PRIVATE)
  await around(async () => {
    if (!(await parts.store.ssoConfigurations.put(caller, fields, clientSecret)))
      throw missingField('client_secret', 'is required: no secret is stored for this issuer and client_id')
    // Whom another provider has vouched for is vouched for by nobody any more.
    await parts.store.portalSessions.endOfProvider(caller, fields)
    if (fields.enabled && fields.required) await endPasswordSessions(parts, caller)
  })
  return await foundSso(parts, caller)
}

const endPasswordSessions = async ({ store }: Pick<PortalParts, 'store'>, caller: OrganizationRef): Promise<void> => {
  const organization = await store.organizations.find(caller)
  await store.portalSessions.endOfPassword(caller, organization?.owners ?? [])
}

/**
 * Removes it, with all log-ins that came of it; users stay, and are the same ones if the provider comes back.
 * @throws Problem `sso_not_configured`
 */
export const removeSso = async (
  { store }: Pick<PortalParts, 'store'>,
  caller: OrganizationRef,
  around: Around,
): Promise<void> =>
  await around(async () => {
    if (!(await store.ssoConfigurations.remove(caller))) throw new Problem('sso_not_configured')
    await store.portalSessions.endOfProvider(caller)
  })
