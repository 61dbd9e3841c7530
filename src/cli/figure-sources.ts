import type { FigureSources } from '../organizations/organization-data.ts'
import type { Operator } from './with-store.ts'

/** Where the figures of organizations are found from a terminal. */
export const figureSources = async (
  operator: Operator,
): Promise<FigureSources & { readonly store: Operator['store'] }> => ({
  store: operator.store,
  limits: await operator.limits(),
  graceDays: operator.config.payments.graceDays,
})
