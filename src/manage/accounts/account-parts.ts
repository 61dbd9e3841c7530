import type { Store } from '../../store/store.ts'
import type { Mails } from '../../temporal/mails.ts'
import type { SignOn } from '../sso/rules/identity-provider.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Passwords } from './passwords.ts'

/** With what accounts are made and entered. */
export interface AccountParts {
  readonly store: Store
  readonly passwords: Passwords
  readonly tokens: AccessTokens
  readonly mails: Mails
  /** Of the installation, the one of now first: what is only ever compared is kept as a MAC under it. */
  readonly digestKeys: readonly [Uint8Array, ...Uint8Array[]]
}

/** With what people of an organization are let in over HTTP. */
export interface PortalParts extends AccountParts {
  readonly signOn: SignOn
  /** Whether identity providers may be anywhere, also without encryption. */
  readonly allowPrivateHosts: boolean
  /** The address of the portal; undefined when it is not configured. */
  readonly portalUrl: string | undefined
}
