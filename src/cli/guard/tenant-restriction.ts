import { tenantForm } from '../../domain/guard/owner-types.ts'
import type { Policy } from '../../domain/guard/policy.ts'
import { type Restriction, restrict } from '../../domain/guard/restriction.ts'
import { Problem } from '../../domain/problem.ts'
import { CommandFailed } from '../command-failed.ts'
import type { GuardSource } from './guard-source.ts'

const textOf = ({ problem, message }: Problem, { tenant }: Policy): string => {
  if (problem === 'tenant_missing') return 'This policy has a tenant: say with --tenant as whom to look.'
  if (problem === 'tenant_not_expected') return 'This policy has no tenant: leave out --tenant.'
  return problem === 'tenant_invalid' ? `--tenant must be ${tenantForm(tenant?.type ?? 'integer')}.` : message
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
    throw new CommandFailed(textOf(error, policy))
  }
}
