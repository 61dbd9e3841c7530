import { runToEnd, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import type { OwnerTypes } from '../owner-types.ts'
import type { Policy } from '../policy.ts'
import type { Schema } from '../schema.ts'
import { proposalOptionsOf } from './policy-lines.ts'
import { type PolicyProposal, policyFrom } from './proposal.ts'
import { makeProposal, type ProposalOptions } from './propose-policy.ts'
import { findTenantColumn, frequentReferenceColumns } from './tenant-column.ts'

/** Options for the row isolation of a newly connected database. */
export interface PolicyOptions {
  /** Whether rows are isolated per tenant; implied by `tenantColumn` or `tenantType`. */
  readonly scoped?: boolean | undefined
  readonly tenantColumn?: string | undefined
  readonly tenantType?: OwnerTypes | undefined
  readonly scopeColumn?: string | undefined
  readonly scopeType?: OwnerTypes | undefined
  readonly missingScope?: 'deny' | 'ignore' | undefined
  /** Opens every proposed table. */
  readonly accept?: boolean | undefined
}

export interface InitialPolicy {
  readonly kind: 'fits'
  readonly proposal: PolicyProposal
  readonly policy: Policy
  /** The detected tenant column, if tenant isolation was not requested. */
  readonly likelyTenantColumn?: string
}

/** Options that do not fit the database. */
export interface PolicyMismatch {
  readonly kind: 'unfit'
  readonly about: 'tenant column' | 'scope column'
  readonly message: string
}

/**
 * The policy that a database starts with. With tenants, only tables with the tenant column are open until others are
 * accepted. Without, the database belongs to one organization, and all current tables are open to its callers.
 *
 * @param written a policy supplied by the manager, used unchanged
 */
export const initialPolicy = (schema: Schema, wanted: PolicyRequest): InitialPolicy | PolicyMismatch =>
  runToEnd(makeInitialPolicy(schema, wanted))

interface PolicyRequest {
  readonly folding: NameFolding
  readonly options: PolicyOptions
  readonly written?: Policy | undefined
}

/** `initialPolicy` in slices. */
export function* makeInitialPolicy(
  schema: Schema,
  { folding, options, written }: PolicyRequest,
): Sliced<InitialPolicy | PolicyMismatch> {
  if (written !== undefined) {
    const proposal = yield* makeProposal(schema, folding, proposalOptionsOf(written))
    return { kind: 'fits', proposal, policy: written }
  }
  const found = yield* findTenantColumn(schema)
  const tenant = tenantOptions(schema, folding, options, found)
  const scope = scopeOptions(schema, folding, options)
  if ('kind' in tenant) return tenant
  if ('kind' in scope) return scope
  const chosen = { ...tenant, ...scope }
  const proposal = yield* makeProposal(schema, folding, chosen)
  const opensAll = options.accept === true || chosen.tenant === undefined
  const accepted = new Set(opensAll ? proposal.tables.map(({ table }) => table) : [])
  const likely = chosen.tenant === undefined && found !== undefined ? { likelyTenantColumn: found } : {}
  return { kind: 'fits', proposal, policy: policyFrom(proposal, { accepted, folding }), ...likely }
}

const tenantOptions = (
  schema: Schema,
  folding: NameFolding,
  { scoped, tenantColumn, tenantType }: PolicyOptions,
  found: string | undefined,
): Pick<ProposalOptions, 'tenant'> | PolicyMismatch => {
  if (scoped !== true && tenantColumn === undefined && tenantType === undefined) return {}
  const column = tenantColumn ?? found
  if (column === undefined) {
    const message = `No column looks like a tenant column. Name the tenant column.${candidates(schema)}`
    return { kind: 'unfit', about: 'tenant column', message }
  }
  if (!anyTableHasColumn(schema, column, folding)) {
    const other = found === undefined ? '' : ` Did you mean ${found}?`
    return { kind: 'unfit', about: 'tenant column', message: `No table has a column ${column}.${other}` }
  }
  return { tenant: { column, ...(tenantType && { type: tenantType }) } }
}

const candidates = (schema: Schema): string => {
  const columns = frequentReferenceColumns(schema, 5)
  return columns.length === 0 ? '' : ` Several tables have: ${columns.join(', ')}.`
}

const scopeOptions = (
  schema: Schema,
  folding: NameFolding,
  { scopeColumn, scopeType, missingScope }: PolicyOptions,
): Pick<ProposalOptions, 'scope'> | PolicyMismatch => {
  if (scopeColumn === undefined) return {}
  if (!anyTableHasColumn(schema, scopeColumn, folding))
    return { kind: 'unfit', about: 'scope column', message: `No table has a column ${scopeColumn}.` }
  const type = scopeType === undefined ? {} : { type: scopeType }
  return { scope: { column: scopeColumn, ...type, missing_scope: missingScope ?? 'deny' } }
}

const anyTableHasColumn = ({ tables }: Schema, name: string, folding: NameFolding): boolean =>
  tables.some(({ columns }) => columns.some((column) => folding.column(column.name) === folding.column(name)))
