import type { Store } from '../../store/store.ts'
import type { MailWorkflows } from '../../temporal/mails.ts'
import type { SignOn } from '../sso/rules/identity-provider.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Passwords } from './passwords.ts'

/** Dependencies of account management and login. */
export interface AccountParts {
  readonly store: Store
  readonly passwords: Passwords
  readonly tokens: AccessTokens
  readonly mails: MailWorkflows
  /** Keys of the installation, the current one first, for MACs of values that are only compared. */
  readonly digestKeys: readonly [Uint8Array, ...Uint8Array[]]
}

/** Dependencies of the portal endpoints. */
export interface PortalParts extends AccountParts {
  readonly signOn: SignOn
  /** Whether identity providers may be in private networks, also without TLS. */
  readonly allowPrivateHosts: boolean
  /** URL of the organizations' own portal pages; undefined if not configured. */
  readonly portalUrl: string | undefined
}
