import type { ProblemName } from '../../../platform/problems/problem.ts'
import type { User } from '../../accounts/rules/user.ts'
import type { SsoFields } from './sso-configuration.ts'

/** The identity of a user at a provider: issuer and subject are a stable, unique identifier (OpenID Connect Core, 5.7). */
export interface ProviderSubject {
  readonly issuer: string
  readonly subject: string
}

/**
 * A subject with the client that received it: other clients may receive other subjects for the same user (pairwise identifiers,
 * OpenID Connect Core, 8.1).
 */
export interface ProviderLink extends ProviderSubject {
  readonly clientId: string
}

/** The subject that logs in, and the configuration. */
type SubjectLogin = Pick<SsoFields, 'issuer' | 'clientId' | 'provisioning'> & Pick<ProviderSubject, 'subject'>

/** The status of an account and its link to a provider. */
export type LinkedUser = Pick<User, 'status'> & { readonly providerSubject?: ProviderLink }

/** The account for an SSO login, and the change it needs before the login. */
type SsoAccount<Account> =
  /** Already linked to this subject. */
  | { readonly kind: 'linked'; readonly account: Account }
  /** Linked to this subject by a previous client: the link is updated. */
  | { readonly kind: 'to be renewed'; readonly account: Account }
  /** Found by email: it is linked to the subject, so that later changes of the email do not matter. */
  | { readonly kind: 'to be linked'; readonly account: Account }
  | { readonly kind: 'to be made' }
  | { readonly kind: 'refused'; readonly because: ProblemName }

/**
 * Selects the account for an SSO login: that of the subject, otherwise that of the email address. An account linked to another
 * subject of the same issuer and client is refused: addresses are reassigned to other users, subjects are not. A link to a
 * previous provider or client is replaced: an owner has changed the configuration, and subjects of different clients are
 * unrelated.
 *
 * @param found the accounts with this subject and with this email; the latter may have been linked between the two reads
 */
export const ssoAccount = <Account extends LinkedUser>(
  found: { readonly bySubject: Account | undefined; readonly byEmail: Account | undefined },
  { issuer, clientId, provisioning, subject }: SubjectLogin,
): SsoAccount<Account> => {
  const { byEmail } = found
  const link = byEmail?.providerSubject
  const isLinkedToSubject = link?.issuer === issuer && link.subject === subject
  const bySubject = found.bySubject ?? (isLinkedToSubject ? byEmail : undefined)
  if (bySubject !== undefined) {
    if (bySubject.status !== 'active') return refused('account_suspended')
    const isCurrentClient = bySubject.providerSubject?.clientId === clientId
    return { kind: isCurrentClient ? 'linked' : 'to be renewed', account: bySubject }
  }
  if (byEmail === undefined) return provisioning ? { kind: 'to be made' } : refused('sso_user_not_provisioned')
  if (link?.issuer === issuer && link.clientId === clientId) return refused('sso_user_not_provisioned')
  if (byEmail.status === 'suspended') return refused('account_suspended')
  return { kind: 'to be linked', account: byEmail }
}

const refused = (because: ProblemName) => ({ kind: 'refused', because }) as const
