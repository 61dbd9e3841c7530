import type { MailKind } from './mail-request.ts'

const HOUR_MS = 60 * 60_000

/** Lifetimes of mailed tokens. */
export const MAILED_TOKEN_LIFETIMES_MS: Readonly<Record<MailKind, number>> = {
  invitation: 7 * 24 * HOUR_MS,
  verification: 24 * HOUR_MS,
  password_reset: HOUR_MS,
}

/** Mailed tokens begin with this prefix and `_`. */
export const MAILED_TOKEN_PREFIX = 'mt'

/** The account and purpose of a mailed token. */
export interface MailedToken {
  readonly organizationId: number
  readonly userId: number
  readonly purpose: MailKind
  /** The recipient address, the only one that the token can verify. */
  readonly email: string
}
