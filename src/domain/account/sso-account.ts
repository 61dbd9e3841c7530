import type { ProblemName } from '../problem.ts'
import type { SsoFields } from './sso-configuration.ts'
import type { User } from './user.ts'

/** Who somebody is at an identity provider: of an issuer, a subject names one person for good (OpenID Connect Core, 5.7). */
export interface ProviderSubject {
  readonly issuer: string
  readonly subject: string
}

/** What is decided of somebody by: the state of their account, and who they are at a provider. */
export type LinkedUser = Pick<User, 'status'> & { readonly providerSubject?: ProviderSubject }

/** Whose account it is that somebody enters who comes from the provider, and what has to be done before that. */
export type SsoAccount<Account> =
  /** It is theirs already. */
  | { readonly kind: 'linked'; readonly account: Account }
  /** It becomes theirs: from now on the subject says so, whatever address the provider gives it. */
  | { readonly kind: 'to be linked'; readonly account: Account }
  | { readonly kind: 'to be made' }
  | { readonly kind: 'refused'; readonly because: ProblemName }

/**
 * Decides whose account it is: that of the subject, else that of the address. An account that another subject of the same
 * issuer has is not theirs: addresses are given to other people, subjects are not. One that a former provider's subject has
 * is: whoever owns the organization has replaced the provider, and with it who says whose an address is.
 *
 * @param found the accounts of the organization that the subject and the address name
 */
export const ssoAccount = <Account extends LinkedUser>(
  found: { readonly bySubject: Account | undefined; readonly byEmail: Account | undefined },
  { issuer, provisioning }: Pick<SsoFields, 'issuer' | 'provisioning'>,
): SsoAccount<Account> => {
  const { bySubject, byEmail } = found
  if (bySubject !== undefined)
    return bySubject.status === 'active' ? { kind: 'linked', account: bySubject } : refused('account_suspended')
  if (byEmail === undefined) return provisioning ? { kind: 'to be made' } : refused('sso_user_not_provisioned')
  if (byEmail.providerSubject?.issuer === issuer) return refused('sso_user_not_provisioned')
  if (byEmail.status === 'suspended') return refused('account_suspended')
  return { kind: 'to be linked', account: byEmail }
}

const refused = (because: ProblemName) => ({ kind: 'refused', because }) as const
