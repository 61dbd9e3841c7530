import { atOnce, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import type { OwnerTypes } from '../owner-types.ts'
import type { Policy } from '../policy.ts'
import type { Schema } from '../schema.ts'
import { wishOf } from './policy-lines.ts'
import { type PolicyProposal, policyFrom } from './proposal.ts'
import { makeProposal, type ProposalWish } from './propose-policy.ts'
import { findTenantColumn, frequentPointers } from './tenant-column.ts'

/** How somebody who connects a database wants its rows kept apart. */
export interface PolicyWish {
  /** Whether tenants are kept apart; naming their column says so too. */
  readonly scoped?: boolean | undefined
  readonly tenantColumn?: string | undefined
  readonly tenantType?: OwnerTypes | undefined
  readonly scopeColumn?: string | undefined
  readonly scopeType?: OwnerTypes | undefined
  readonly missingScope?: 'deny' | 'ignore' | undefined
  /** Opens everything that is proposed. */
  readonly accept?: boolean | undefined
}

export interface FirstPolicy {
  readonly kind: 'fits'
  readonly proposal: PolicyProposal
  readonly policy: Policy
  /** Found, where nobody asked for tenants to be kept apart. */
  readonly likelyTenantColumn?: string
}

/** A wish that a database does not fit. */
export interface Unfit {
  readonly kind: 'unfit'
  readonly about: 'tenant column' | 'scope column'
  readonly message: string
}

/**
 * The policy that a database begins with. With tenants, only what carries the tenant column is open until somebody
 * accepts more. Without, the database belongs to the organization alone, and what it has now is open to whoever may ask.
 *
 * @param written the policy that somebody wrote; nothing is added to it
 */
export const firstPolicy = (schema: Schema, wanted: Wanted): FirstPolicy | Unfit => atOnce(makePolicy(schema, wanted))

interface Wanted {
  readonly folding: NameFolding
  readonly wish: PolicyWish
  readonly written?: Policy | undefined
}

/** The same in slices. */
export function* makePolicy(schema: Schema, { folding, wish: wanted, written }: Wanted): Sliced<FirstPolicy | Unfit> {
  if (written !== undefined) {
    const proposal = yield* makeProposal(schema, folding, wishOf(written))
    return { kind: 'fits', proposal, policy: written }
  }
  const found = yield* findTenantColumn(schema)
  const tenant = tenantWish(schema, folding, wanted, found)
  const scope = scopeWish(schema, folding, wanted)
  if ('kind' in tenant) return tenant
  if ('kind' in scope) return scope
  const wish = { ...tenant, ...scope }
  const proposal = yield* makeProposal(schema, folding, wish)
  const opensAll = wanted.accept === true || wish.tenant === undefined
  const accepted = new Set(opensAll ? proposal.tables.map(({ table }) => table) : [])
  const likely = wish.tenant === undefined && found !== undefined ? { likelyTenantColumn: found } : {}
  return { kind: 'fits', proposal, policy: policyFrom(proposal, { accepted, folding }), ...likely }
}

const tenantWish = (
  schema: Schema,
  folding: NameFolding,
  { scoped, tenantColumn, tenantType }: PolicyWish,
  found: string | undefined,
): Pick<ProposalWish, 'tenant'> | Unfit => {
  if (scoped !== true && tenantColumn === undefined && tenantType === undefined) return {}
  const column = tenantColumn ?? found
  if (column === undefined) {
    const message = `No column looks like a tenant column. Name the tenant column.${candidates(schema)}`
    return { kind: 'unfit', about: 'tenant column', message }
  }
  if (!hasColumn(schema, column, folding)) {
    const other = found === undefined ? '' : ` Did you mean ${found}?`
    return { kind: 'unfit', about: 'tenant column', message: `No table has a column ${column}.${other}` }
  }
  return { tenant: { column, ...(tenantType && { type: tenantType }) } }
}

const candidates = (schema: Schema): string => {
  const columns = frequentPointers(schema, 5)
  return columns.length === 0 ? '' : ` Several tables have: ${columns.join(', ')}.`
}

const scopeWish = (
  schema: Schema,
  folding: NameFolding,
  { scopeColumn, scopeType, missingScope }: PolicyWish,
): Pick<ProposalWish, 'scope'> | Unfit => {
  if (scopeColumn === undefined) return {}
  if (!hasColumn(schema, scopeColumn, folding))
    return { kind: 'unfit', about: 'scope column', message: `No table has a column ${scopeColumn}.` }
  const type = scopeType === undefined ? {} : { type: scopeType }
  return { scope: { column: scopeColumn, ...type, missing_scope: missingScope ?? 'deny' } }
}

const hasColumn = ({ tables }: Schema, name: string, folding: NameFolding): boolean =>
  tables.some(({ columns }) => columns.some((column) => folding.column(column.name) === folding.column(name)))
