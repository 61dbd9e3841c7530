import { tokensOf, type Usage } from '../../ask/rules/draft.ts'
import type { Organization } from './organization.ts'
import { limitsInForce } from './plan.ts'

/**
 * Tokens of language models that an organization has left in a month, negative if it has used more; Infinity without a limit.
 *
 * @param spent reads the use of that month; called only if there is a limit
 */
export const tokensLeft = async (
  organization: Organization | undefined,
  spent: () => Promise<readonly Pick<Usage, 'inputTokens' | 'outputTokens'>[]>,
): Promise<number> => {
  const allowed = organization === undefined ? null : limitsInForce(organization).tokens_per_month.allowed
  if (allowed === null) return Number.POSITIVE_INFINITY
  return (await spent()).reduce((left, usage) => left - tokensOf(usage), allowed)
}
