import { mapSliced, runToEnd, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import type { OwnerTypes } from '../owner-types.ts'
import { type Schema, type Table, tableName } from '../schema.ts'
import type { PolicyProposal, TableProposal } from './proposal.ts'
import { proposeParents } from './propose-parents.ts'
import { proposeTenants } from './propose-tenants.ts'
import { secretColumns } from './secret-column.ts'
import { singleKeys } from './single-keys.ts'
import { mostFrequentType, type TenantType, tenantTypeOf } from './tenant-column.ts'

/** Options of a proposal. */
export interface ProposalOptions {
  /** Absent: the database belongs to one organization, and its callers see every row. */
  readonly tenant?: { readonly column: string; readonly type?: OwnerTypes }
  readonly scope?: { readonly column: string; readonly type?: OwnerTypes; readonly missing_scope: 'deny' | 'ignore' }
}

/**
 * Proposes how each table is restricted, from names, types and keys alone: `tenant` for tables with the tenant column,
 * `tenantRoot` for the table that it refers to, `via` where a key leads to such a table, and `deny` for all others.
 * Without a tenant every table is proposed as shared. Columns that look secret are hidden.
 */
export const proposePolicy = (schema: Schema, folding: NameFolding, options: ProposalOptions): PolicyProposal =>
  runToEnd(makeProposal(schema, folding, options))

/** `proposePolicy` in slices. */
export function* makeProposal(schema: Schema, folding: NameFolding, options: ProposalOptions): Sliced<PolicyProposal> {
  const scope = options.scope && {
    ...options.scope,
    type: options.scope.type ?? typeOfColumn(schema, options.scope.column, folding),
  }
  const head = { engine: schema.engine, ...(scope && { scope }) }
  if (options.tenant === undefined)
    return {
      ...head,
      tables: yield* mapSliced(schema.tables, (table) => withHidden(table, sharedProposal(table), folding)),
    }
  const keys = new Map(yield* mapSliced(schema.tables, (table) => [table, singleKeys(table, schema, folding)] as const))
  const { tenant, tables: byTenant } = yield* proposeTenants({ schema, keys }, folding, options.tenant)
  const byParent = yield* proposeParents({ schema, keys }, folding, byTenant)
  const tables = yield* mapSliced(schema.tables, (table) =>
    withHidden(table, byTenant.get(table) ?? byParent.get(table) ?? deniedProposal(table, tenant.column), folding),
  )
  return { ...head, tenant, tables }
}

const sharedProposal = (table: Table): TableProposal => ({
  table: tableName(table),
  policy: { mode: 'shared' },
  reason: 'all rows, for all callers of this database',
  isCertain: false,
})

const deniedProposal = (table: Table, column: string): TableProposal => ({
  table: tableName(table),
  policy: { mode: 'deny' },
  reason: `no ${column}, and no key to a table that has one`,
  isCertain: false,
})

const withHidden = (table: Table, proposal: TableProposal, folding: NameFolding): TableProposal => {
  if (proposal.policy.mode === 'deny') return proposal
  const hide = secretColumns(table, folding)
  return hide.length === 0 ? proposal : { ...proposal, policy: { ...proposal.policy, hide } }
}

/** The owner type of most columns with this name. */
const typeOfColumn = (schema: Schema, name: string, folding: NameFolding): TenantType => {
  const types = schema.tables
    .flatMap(({ columns }) => columns.filter((column) => folding.column(column.name) === folding.column(name)))
    .map(tenantTypeOf)
  return mostFrequentType(types, 'string')
}
