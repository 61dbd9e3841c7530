import type { Texts } from '../i18n/en.ts'
import type { TurnView } from './answer-view.ts'

/** The tenant and scope of an answer, if they filtered it. */
export const scopeNote = (
  { parts }: TurnView,
  { tenantId, scopeId }: { readonly tenantId?: string | undefined; readonly scopeId?: string | undefined },
  { ask }: Texts,
): string | undefined => {
  const filters = new Set(parts.flatMap(({ receipt }) => receipt?.filters ?? []))
  if (filters.has('scope')) {
    if (scopeId !== undefined && tenantId !== undefined) return ask.onlyYours(tenantId, scopeId)
    return ask.onlyOwn
  }
  return filters.has('tenant') && tenantId !== undefined ? ask.onlyTenant(tenantId) : undefined
}
