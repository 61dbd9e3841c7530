import { tokensOf, type Usage } from '../../ask/rules/draft.ts'
import type { Organization } from './organization.ts'
import { limitsInForce } from './plan.ts'

/**
 * How many tokens of models an organization has left in a month; Infinity where it has no such limit.
 *
 * @param spent what it has used in that month; read only where there is a limit
 */
export const tokensLeft = async (
  organization: Organization | undefined,
  spent: () => Promise<readonly Pick<Usage, 'inputTokens' | 'outputTokens'>[]>,
): Promise<number> => {
  const allowed = organization === undefined ? null : limitsInForce(organization).tokens_per_month.allowed
  if (allowed === null) return Number.POSITIVE_INFINITY
  return (await spent()).reduce((left, one) => left - tokensOf(one), allowed)
}
