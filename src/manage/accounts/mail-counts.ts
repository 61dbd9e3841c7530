import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import { digestOf } from './digest.ts'
import { countAll } from './log-in.ts'
import { emailKeyOf } from './rules/email-key.ts'

type Counted = Parameters<typeof countAll>[1]

/** Counts requested mails before they are sent. @throws Problem `mails_delayed`; then none of them is counted */
export const countMails = async (parts: Pick<AccountParts, 'store'>, all: Counted): Promise<void> => {
  try {
    await countAll(parts, all)
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'login_delayed') throw error
    throw new Problem('mails_delayed', { cause: error, retryAfterS: error.retryAfterS })
  }
}

/**
 * Mails that managers of an organization have sent to an address: removing a user and adding them again starts no new
 * count. Counted per organization, so that others learn nothing.
 */
export const mailsTo = (
  parts: Pick<AccountParts, 'digestKeys'>,
  { organizationId }: OrganizationRef,
  email: string,
): Counted[number] => ({ kind: 'mail', key: digestOf(parts, 'mails to', organizationId, emailKeyOf(email)) })
