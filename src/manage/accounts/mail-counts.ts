import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { digestOf } from './digest.ts'
import { countAttempts } from './log-in.ts'
import { emailKeyOf } from './rules/email-key.ts'

type ThrottleKeys = Parameters<typeof countAttempts>[1]

/** Counts requested mails before they are sent. @throws Problem `mails_delayed`; then no key is counted */
export const countMails = async (parts: Pick<AccountParts, 'store'>, keys: ThrottleKeys): Promise<void> => {
  try {
    await countAttempts(parts, keys)
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'login_delayed') throw error
    throw new Problem('mails_delayed', { cause: error, retryAfterS: error.retryAfterS })
  }
}

/**
 * Throttle key for mails that an organization's managers cause to one address. It depends on the address, so that
 * removing and adding a user again does not reset the count, and on the organization, so that another organization
 * learns nothing from it.
 */
export const mailThrottleKey = (
  parts: Pick<AccountParts, 'digestKeys'>,
  { organizationId }: OrganizationRef,
  email: string,
): ThrottleKeys[number] => ({ kind: 'mail', key: digestOf(parts, 'mails to', organizationId, emailKeyOf(email)) })
