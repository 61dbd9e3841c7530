import type { MailKind } from './mail-request.ts'

const HOUR_MS = 60 * 60_000

/** How long a token that came by mail is worth something. */
export const MAILED_LIVES_MS: Readonly<Record<MailKind, number>> = {
  invitation: 7 * 24 * HOUR_MS,
  verification: 24 * HOUR_MS,
  password_reset: HOUR_MS,
}

/** Texts of these tokens begin with it and `_`. */
export const MAILED_PREFIX = 'mt'

/** What such a token stands for. */
export interface MailedToken {
  readonly organizationId: number
  readonly userId: number
  readonly purpose: MailKind
  /** The address that it was sent to: that one is verified by it, and no other. */
  readonly email: string
}
