import { type Restriction, restrict } from '../../domain/guard/restriction.ts'
import { Problem } from '../../domain/problem.ts'
import { CommandFailed } from '../command-failed.ts'
import type { GuardSource } from './guard-source.ts'

const TEXTS: Readonly<Record<string, string>> = {
  tenant_missing: 'This policy has a tenant: say with --tenant as whom to look.',
  tenant_invalid: 'This is no tenant: an integer tenant is a positive whole number, any other 1 to 255 characters.',
  tenant_not_expected: 'This policy has no tenant: leave out --tenant.',
}

/** The restriction of a caller, by the rules that hold for requests. @throws CommandFailed */
export const tenantRestriction = (
  { engine, policy, requiresOrganizationScoping }: GuardSource,
  { tenant, scope }: { readonly tenant?: string; readonly scope?: string },
): Restriction => {
  const caller = {
    ...{ organizationId: 0, userId: 0, kind: 'organization' as const },
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(scope === undefined ? {} : { scopeId: scope }),
  }
  const glossary = { tables: [], columns: [], phrases: [] }
  const database = { id: '', name: '', organizationId: 0, engine: engine.name, glossary }
  try {
    return restrict(caller, { ...database, policy, requiresOrganizationScoping })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new CommandFailed(TEXTS[error.problem] ?? error.message)
  }
}
