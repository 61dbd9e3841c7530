import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { invalidField, missingField, Problem } from '../../platform/problems/problem.ts'
import type { PortalParts } from '../accounts/account-parts.ts'
import { issuerFault } from './issuer-fault.ts'
import type { SignOn } from './rules/identity-provider.ts'
import type { SsoConfiguration, SsoFields } from './rules/sso-configuration.ts'

/** Runs the change between the two writes of its audit entry. */
type Audited = <Value>(write: () => Promise<Value>) => Promise<Value>

/** The SSO configuration that an owner submits. */
export interface SsoRequest extends SsoFields {
  /** Absent: the stored one is kept, provided that issuer and client are unchanged. */
  readonly clientSecret?: string | undefined
}

/** The SSO configuration of the caller's organization. @throws Problem `sso_not_configured` */
export const findSso = async (
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
 * Creates or replaces the SSO configuration. The provider is not contacted: it may be unavailable, and the configuration may be
 * disabled. Sessions of another issuer or client end; if SSO is required, password sessions end, too, except those of owners.
 * @throws Problem `input_invalid` for an invalid or private issuer, `field_missing` if a client secret is needed
 */
export const configureSso = async (
  parts: SsoSettingsParts,
  caller: OrganizationRef,
  { clientSecret, ...fields }: SsoRequest,
  audited: Audited,
): Promise<SsoConfiguration> => {
  const fault = issuerFault(fields.issuer, parts.allowPrivateHosts)
  if (fault !== undefined) throw invalidField('issuer', fault)
  if (await parts.signOn.isPrivate(fields.issuer)) throw invalidField('issuer', PRIVATE)
  await audited(async () => {
    if (!(await parts.store.ssoConfigurations.put(caller, fields, clientSecret)))
      throw missingField('client_secret', 'is required: no secret is stored for this issuer and client_id')
    // Sessions authenticated by a replaced provider are no longer trusted.
    await parts.store.portalSessions.endOfProvider(caller, fields)
    if (fields.enabled && fields.required) await endPasswordSessions(parts, caller)
  })
  return await findSso(parts, caller)
}

const endPasswordSessions = async ({ store }: Pick<PortalParts, 'store'>, caller: OrganizationRef): Promise<void> => {
  const organization = await store.organizations.find(caller)
  await store.portalSessions.endOfPassword(caller, organization?.owners ?? [])
}

/**
 * Removes the SSO configuration and ends all SSO sessions. Users and their links stay, in case the provider is configured again.
 * @throws Problem `sso_not_configured`
 */
export const removeSso = async (
  { store }: Pick<PortalParts, 'store'>,
  caller: OrganizationRef,
  audited: Audited,
): Promise<void> =>
  await audited(async () => {
    if (!(await store.ssoConfigurations.remove(caller))) throw new Problem('sso_not_configured')
    await store.portalSessions.endOfProvider(caller)
  })
