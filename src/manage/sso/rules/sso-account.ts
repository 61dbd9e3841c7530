import type { ProblemName } from '../../../platform/problems/problem.ts'
import type { User } from '../../accounts/rules/user.ts'
import type { SsoFields } from './sso-configuration.ts'

/** Who somebody is at an identity provider: of an issuer, a subject names one person for good (OpenID Connect Core, 5.7). */
export interface ProviderSubject {
  readonly issuer: string
  readonly subject: string
}

/**
 * The same, with the client of ours that was told so: another one may be told other subjects of the same people (pairwise
 * identifiers, OpenID Connect Core, 8.1).
 */
export interface ProviderLink extends ProviderSubject {
  readonly clientId: string
}

/** Who comes, and what is configured of it. */
type Coming = Pick<SsoFields, 'issuer' | 'clientId' | 'provisioning'> & Pick<ProviderSubject, 'subject'>

/** What is decided of somebody by: the state of their account, and who they are at a provider. */
export type LinkedUser = Pick<User, 'status'> & { readonly providerSubject?: ProviderLink }

/** Whose account it is that somebody enters who comes from the provider, and what has to be done before that. */
export type SsoAccount<Account> =
  /** It is theirs already. */
  | { readonly kind: 'linked'; readonly account: Account }
  /** It is theirs, which a client of before was told: the one of now is told the same. */
  | { readonly kind: 'to be renewed'; readonly account: Account }
  /** It becomes theirs: from now on the subject says so, whatever address the provider gives it. */
  | { readonly kind: 'to be linked'; readonly account: Account }
  | { readonly kind: 'to be made' }
  | { readonly kind: 'refused'; readonly because: ProblemName }

/**
 * Decides whose account it is: that of the subject, else that of the address. An account that another subject of the same
 * issuer and client has is not theirs: addresses are given to other people, subjects are not. One that a subject of a former
 * provider or client has is: whoever owns the organization has replaced it, and subjects of before say nothing of those of now.
 *
 * @param found the accounts of the organization that the subject and the address name; it may have become the subject's
 * between the two reads
 */
export const ssoAccount = <Account extends LinkedUser>(
  found: { readonly bySubject: Account | undefined; readonly byEmail: Account | undefined },
  { issuer, clientId, provisioning, subject }: Coming,
): SsoAccount<Account> => {
  const { byEmail } = found
  const link = byEmail?.providerSubject
  const isTheirs = link?.issuer === issuer && link.subject === subject
  const bySubject = found.bySubject ?? (isTheirs ? byEmail : undefined)
  if (bySubject !== undefined) {
    if (bySubject.status !== 'active') return refused('account_suspended')
    const isOfNow = bySubject.providerSubject?.clientId === clientId
    return { kind: isOfNow ? 'linked' : 'to be renewed', account: bySubject }
  }
  if (byEmail === undefined) return provisioning ? { kind: 'to be made' } : refused('sso_user_not_provisioned')
  if (link?.issuer === issuer && link.clientId === clientId) return refused('sso_user_not_provisioned')
  if (byEmail.status === 'suspended') return refused('account_suspended')
  return { kind: 'to be linked', account: byEmail }
}

const refused = (because: ProblemName) => ({ kind: 'refused', because }) as const
