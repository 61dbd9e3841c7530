/** What we are called at the provider of a test. */
export const CLIENT = { clientId: 'tabletalk', clientSecret: 'a secret of /the+ client: 100%' } as const

export const SCOPES = 'openid email profile'

/** What a test tells its provider. */
export type Control =
  | {
      readonly kind: 'client'
      readonly redirectUris: readonly string[]
      readonly returnTo: readonly string[]
      readonly authMethod?: 'client_secret_basic' | 'client_secret_post'
    }
  | { readonly kind: 'account'; readonly subject: string; readonly claims: Readonly<Record<string, unknown>> }
  /** Whether e-mail and name come from the userinfo endpoint alone. */
  | { readonly kind: 'thin'; readonly isThin: boolean }
  | { readonly kind: 'rotate'; readonly keepsOld: boolean }
  | { readonly kind: 'counts' }

/** How often each was asked for. */
export interface Counts {
  readonly discovery: number
  readonly keys: number
  readonly token: number
  readonly userinfo: number
}
