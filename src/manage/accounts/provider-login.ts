import { requireActive } from '../../access/rules/admit.ts'
import { displayName } from '../../access/rules/display-name.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AuditAction, AuditEntry } from '../audit/rules/audit.ts'
import type { ProvidedIdentity } from '../sso/rules/identity-provider.ts'
import { type ProviderLink, ssoAccount } from '../sso/rules/sso-account.ts'
import {
  isDomainAllowed,
  isHostAllowed,
  type ProvidedRole,
  providedRole,
  type SsoConfiguration,
} from '../sso/rules/sso-configuration.ts'
import type { PortalParts } from './account-parts.ts'
import { canonicalEmail } from './canonical-email.ts'
import { digestOf } from './digest.ts'
import { type LoggedIn, type SessionOptions, startSession } from './logged-in.ts'
import { requireLoginAllowed } from './rules/login-allowed.ts'
import { USERS_MAX } from './rules/user.ts'
import type { Account } from './store/user-document.ts'

/** A login at an identity provider that was completed. */
interface ProviderLoginRequest extends SessionOptions {
  readonly identity: ProvidedIdentity
  /** Network of the client, as one subscriber has it. */
  readonly from: string
  readonly traceId: string
}

/** The provider's identity, interpreted by the organization's configuration. */
interface ResolvedIdentity extends Omit<ProviderLoginRequest, 'from' | keyof SessionOptions> {
  readonly configuration: SsoConfiguration
  readonly email: string
  /** Undefined if no claim is configured for roles. */
  readonly role: ProvidedRole | undefined
}

/**
 * Logs in the user that the provider has authenticated, and links or creates the account first if necessary.
 * @throws Problem `sso_missing_claims`, `sso_domain_not_allowed`, `sso_user_not_provisioned`, `account_suspended`,
 * `organization_suspended`, `organization_inactive`, `users_full`
 */
export const logInFromProvider = async (
  parts: PortalParts,
  configuration: SsoConfiguration,
  { identity, from, traceId, ...options }: ProviderLoginRequest,
): Promise<LoggedIn> => {
  const { store } = parts
  const email = emailIn(identity)
  if (!isDomainAllowed(email, configuration) || !isHostAllowed(identity, configuration))
    throw new Problem('sso_domain_not_allowed')
  const role = roleIn(identity, configuration)
  requireActive(await organizationOf(parts, configuration))
  const found = await resolveAccount(parts, { configuration, identity, email, role, traceId })
  const account = await applyProvidedRole(parts, found, role, traceId)
  await store.users.recordLogin(account, account.id, digestOf(parts, 'from', from))
  // The organization may have been suspended in the meantime.
  const organization = await organizationOf(parts, configuration)
  requireLoginAllowed(account, organization)
  return await startSession(parts, account, organization, options)
}

/** @throws Problem `sso_missing_claims` if the address is malformed or marked as unverified */
const emailIn = ({ email, emailVerified }: ProvidedIdentity): string => {
  if (emailVerified === false)
    throw missingClaim('email_verified', 'is not true: the identity provider has not verified the email address')
  try {
    return canonicalEmail(email)
  } catch {
    throw missingClaim('email', 'is not a valid email address')
  }
}

/** @throws Problem `sso_missing_claims` if the configured claim is absent */
const roleIn = (
  { claims }: ProvidedIdentity,
  { rolesClaim, defaultRole }: SsoConfiguration,
): ProvidedRole | undefined => {
  if (rolesClaim === undefined) return undefined
  const role = providedRole(claims, rolesClaim, defaultRole)
  if (role === undefined)
    throw missingClaim(rolesClaim.claim, 'is configured as roles_claim but is missing from the ID token')
  return role
}

const missingClaim = (field: string, message: string): Problem =>
  new Problem('sso_missing_claims', { details: [{ field, message, code: 'VALIDATION_ERROR' }] })

const organizationOf = async ({ store }: PortalParts, configuration: SsoConfiguration): Promise<Organization> => {
  const organization = await store.organizations.find(configuration)
  if (organization === undefined) throw new Problem('sso_not_configured')
  return organization
}

/** Retries while the same user is changed concurrently. */
const ATTEMPTS = 5

/** The account of the identity, linked or created if necessary. */
const resolveAccount = async (parts: PortalParts, resolved: ResolvedIdentity): Promise<Account> => {
  const { store } = parts
  const { configuration, identity, email } = resolved
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [bySubject, byEmail] = await Promise.all([
      store.users.findAccountBySubject(configuration, identity),
      store.users.findAccounts(email, configuration.organizationId).then(([first]) => first),
    ])
    const { issuer, subject } = identity
    const found = ssoAccount({ bySubject, byEmail }, { ...configuration, issuer, subject })
    switch (found.kind) {
      case 'refused':
        throw new Problem(found.because)
      case 'linked':
        return found.account
      case 'to be renewed':
        await store.users.renewSubject(configuration, found.account.id, linkOf(resolved))
        break
      case 'to be linked':
        await linkAccount(parts, found.account, resolved)
        break
      case 'to be made':
        await provisionUser(parts, resolved)
        break
    }
    // The next pass finds the result by subject, also if a concurrent request was faster.
  }
  throw new Problem('user_changed')
}

const linkOf = ({ configuration: { clientId }, identity: { issuer, subject } }: ResolvedIdentity): ProviderLink => ({
  issuer,
  clientId,
  subject,
})

const linkAccount = async (parts: PortalParts, { id, status }: Account, resolved: ResolvedIdentity): Promise<void> => {
  const { store } = parts
  const { configuration, identity, email, traceId } = resolved
  const own = { organizationId: configuration.organizationId }
  const actor = { kind: 'user', id, email } as const
  const action = status === 'invited' ? 'user.invitation_accepted' : 'user.linked_to_provider'
  const changes = [{ field: 'issuer', value: identity.issuer }]
  await changeUnlessConflict(parts, { ...own, id, actor, action, changes, traceId }, async () => {
    if (!(await store.users.linkSubject(own, id, { ...linkOf(resolved), email }))) throw new Problem('user_changed')
    await store.mailedTokens.removeOfUser(own, id, 'invitation')
  })
}

/** @throws Problem `users_full` */
const provisionUser = async (parts: PortalParts, resolved: ResolvedIdentity): Promise<void> => {
  const { store } = parts
  const { configuration, identity, email, role, traceId } = resolved
  const { issuer, name } = identity
  const { organizationId, defaultRole } = configuration
  const own = { organizationId }
  if ((await store.users.count(own)) >= USERS_MAX) throw new Problem('users_full')
  const id = await store.users.newId()
  const shown = name === undefined ? undefined : displayName(name)
  const user = {
    ...({ email, role: role ?? defaultRole, status: 'active', emailVerified: true } as const),
    ...(shown === undefined ? {} : { name: shown }),
    providerSubject: linkOf(resolved),
  }
  const changes = [
    { field: 'email', value: email },
    { field: 'role', value: user.role },
    { field: 'issuer', value: issuer },
  ]
  const made = { ...own, id, actor: SERVICE, action: 'user.provisioned', changes, traceId } as const
  await changeUnlessConflict(parts, made, () => store.users.add(own, user, id))
}

/** Applies the role from the provider at each login; owners and invited owners keep theirs. */
const applyProvidedRole = async (
  parts: PortalParts,
  account: Account,
  role: ProvidedRole | undefined,
  traceId: string,
): Promise<Account> => {
  const { store } = parts
  const { id, organizationId } = account
  if (role === undefined || account.role === role || account.role === 'owner') return account
  const own = { organizationId }
  const changes = [{ field: 'role', value: role }]
  const changed = { ...own, id, actor: SERVICE, action: 'user.changed', changes, traceId } as const
  await changeUnlessConflict(parts, changed, async () => {
    if (!(await store.users.change(own, id, { role }, { role: account.role }))) throw new Problem('user_changed')
  })
  return (await store.users.findAccount(own, id)) ?? account
}

/** The actor of changes that a login causes without a request of the user. */
const SERVICE = { kind: 'service' } as const

interface AuditedUserChange extends Pick<AuditEntry, 'actor' | 'changes'> {
  readonly organizationId: number
  readonly id: number
  readonly action: AuditAction & `user.${string}`
  readonly traceId: string
}

/**
 * Changes a user, with an audit entry. A conflict with a concurrent change is ignored: the caller reads the user again.
 */
const changeUnlessConflict = async (
  { store }: PortalParts,
  { organizationId, id, ...recorded }: AuditedUserChange,
  write: () => Promise<unknown>,
): Promise<void> => {
  try {
    await store.audit.record({ organizationId }, { ...recorded, subject: String(id) }, { write })
  } catch (error) {
    const isConflict = error instanceof Problem && (error.problem === 'email_taken' || error.problem === 'user_changed')
    if (!isConflict) throw error
  }
}
