import { publishedCatalog } from '../../ask/rules/catalog.ts'
import type { IncludePatterns } from '../../guard/included-tables.ts'
import { isSameOwnerTypes, type OwnerTypes } from '../../guard/owner-types.ts'
import type { Policy } from '../../guard/policy.ts'
import { makeInitialPolicy, type PolicyOptions } from '../../guard/proposal/initial-policy.ts'
import { rescopedPolicy } from '../../guard/proposal/rescope-policy.ts'
import { updatePolicy } from '../../guard/proposal/updated-policy.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { AuditedWrite } from './audited-write.ts'
import { nameTakenProblem, policyMismatchProblem } from './connect-database.ts'
import { connectionRejected } from './connection-rejected.ts'
import type { Connections } from './connections.ts'
import { describeDatabase } from './describe-database.ts'
import { type GivenAddress, givenAddress } from './given-address.ts'
import { type ConnectedAddress, openDatabase } from './open-database.ts'
import type { RowsRule, SharedValuesRule, ThinkingRule } from './rules/database-settings.ts'
import type { DatabaseChange, StoredDatabase } from './store/databases.ts'

/** Changes of a database; omitted fields stay unchanged. */
export interface ChangeRequest {
  readonly name?: string | undefined
  readonly at?: GivenAddress | undefined
  /** The included tables; null: all. */
  readonly include?: readonly string[] | null | undefined
  /** How rows are assigned to tenants and scopes. */
  readonly scoping?: ScopingChange | undefined
  /** Null: the default of the installation. */
  readonly asyncQueryTimeout?: number | null | undefined
  /** Null: rows are sent to the model that words answers. */
  readonly rows?: RowsRule | null | undefined
  /** Null: values that several tenants share are published. */
  readonly sharedValues?: SharedValuesRule | null | undefined
  /** Null: the model's thinking is not shown. */
  readonly thinking?: ThinkingRule | null | undefined
  /** Whether database keys may export. */
  readonly publicExports?: boolean | undefined
}

interface ScopingChange {
  readonly scoped?: boolean | undefined
  readonly tenantColumn?: string | undefined
  readonly tenantType?: OwnerTypes | undefined
  /** Null: removes the scope condition. */
  readonly scopeColumn?: string | null | undefined
  readonly missingScope?: 'deny' | 'ignore' | undefined
}

/**
 * Changes a connected database. A new address is tested first and must be of the same engine. A different tenant column
 * starts a new policy (`rescopedPolicy`); a different choice of tables updates the policy (`updatePolicy`) and keeps
 * entries of excluded tables.
 * @returns the changed database; the same object if nothing changed
 * @throws Problem `connection_rejected`, `input_invalid`, `state_invalid`, `duplicate_entry`, `database_not_found`
 */
export const changeDatabase = async (
  connections: Connections,
  stored: StoredDatabase,
  { name, at, include, scoping, asyncQueryTimeout, rows, sharedValues, thinking, publicExports }: ChangeRequest,
  around: AuditedWrite,
): Promise<StoredDatabase> => {
  const options = changedOptions(stored.policy, scoping)
  const newAddress = at === undefined ? undefined : ofSameEngine(givenAddress(at, connections), stored)
  const newInclude = include === undefined || isSameChoice(include ?? undefined, stored.include) ? undefined : include
  const settled = {
    ...(name === undefined || name === stored.name ? {} : { name }),
    ...(await derivePolicy(connections, stored, { newAddress, newInclude, options })),
  }
  const changesTimeout = asyncQueryTimeout !== undefined && asyncQueryTimeout !== (stored.asyncQueryTimeout ?? null)
  const changesRows = rows !== undefined && rows !== (stored.rows ?? null)
  const changesSharing = sharedValues !== undefined && sharedValues !== (stored.sharedValues ?? null)
  const changesThinking = thinking !== undefined && thinking !== (stored.thinking ?? null)
  const changesExporting = publicExports !== undefined && publicExports !== (stored.publicExports ?? false)
  const change: DatabaseChange = {
    ...settled,
    ...(newAddress === undefined ? {} : { address: newAddress.address }),
    ...(newInclude === undefined ? {} : { include: newInclude }),
    ...(changesTimeout ? { asyncQueryTimeout } : {}),
    ...(changesRows ? { rows } : {}),
    ...(changesSharing ? { sharedValues } : {}),
    ...(changesThinking ? { thinking } : {}),
    ...(changesExporting ? { publicExports } : {}),
  }
  if (Object.keys(change).length === 0) return stored
  const { include: _, asyncQueryTimeout: __, rows: ___, sharedValues: ____, thinking: _____, ...others } = stored
  const { publicExports: ______, ...kept } = others
  const included = newInclude === undefined ? stored.include : (newInclude ?? undefined)
  const timeout = changesTimeout ? asyncQueryTimeout : stored.asyncQueryTimeout
  const rule = changesRows ? rows : stored.rows
  const sharing = changesSharing ? sharedValues : stored.sharedValues
  const shown = changesThinking ? thinking : stored.thinking
  const exports = changesExporting ? publicExports : stored.publicExports
  const changed = {
    ...kept,
    ...settled,
    ...(included === undefined ? {} : { include: included }),
    ...(timeout == null ? {} : { asyncQueryTimeout: timeout }),
    ...(rule == null ? {} : { rows: rule }),
    ...(sharing == null ? {} : { sharedValues: sharing }),
    ...(shown == null ? {} : { thinking: shown }),
    ...(exports === true ? { publicExports: true as const } : {}),
  }
  await around(changed, () => storeChange(connections, stored, change))
  return { ...changed, revision: stored.revision + 1 }
}

const isSameChoice = (one: IncludePatterns, other: IncludePatterns): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Stores a change, unless the database was changed in the meantime.
 * @throws Problem `duplicate_entry`, `database_not_found`, `state_invalid`
 */
export const storeChange = async (
  { store }: { readonly store: ChangeStore },
  stored: StoredDatabase,
  change: DatabaseChange,
): Promise<void> => {
  // The catalog of the previous database must not be shown to callers of the new one.
  if (change.address !== undefined) await store.catalogs.remove(stored, stored.id)
  const outcome = await store.databases.change(stored, stored.id, change, stored.revision)
  if (outcome === 'name taken') throw nameTakenProblem(change.name ?? stored.name)
  if (outcome === 'gone') throw new Problem('database_not_found')
  if (outcome === 'changed meanwhile')
    throw new Problem('state_invalid', {
      message: 'The database was changed by another request: read it again, and retry.',
      transient: true,
    })
  if (change.sharedValues === 'off') await forgetSharedValues({ store }, stored)
}

type ChangeStore = Pick<Connections['store'], 'catalogs' | 'databases'>

/** Removes values read from tenants' rows from the catalog, so that they are not shown once the setting is stored. */
const forgetSharedValues = async (
  { store }: { readonly store: Pick<ChangeStore, 'catalogs'> },
  database: Pick<StoredDatabase, 'organizationId' | 'id'>,
): Promise<void> => {
  const catalog = await store.catalogs.find(database, database.id)
  if (catalog === undefined) return
  const published = publishedCatalog(catalog, { sharedValues: 'off' })
  await store.catalogs.put(database, database.id, published, await store.catalogs.findShape(database, database.id))
}

const ofSameEngine = (newAddress: ConnectedAddress, { engine }: StoredDatabase): ConnectedAddress => {
  if (newAddress.engine.name === engine) return newAddress
  const message = `The engine of this database is ${engine} and cannot be changed: connect a database of another engine separately.`
  throw new Problem('state_invalid', { message })
}

/** The new options of the policy; undefined if they are unchanged. */
const changedOptions = ({ tenant, scope }: Policy, change: ScopingChange | undefined): PolicyOptions | undefined => {
  if (change === undefined) return undefined
  if (change.scoped === false && tenant !== undefined)
    throw new Problem('state_invalid', {
      message: 'This database has tenant scoping. To show the rows of all tenants, connect it again without scoping.',
    })
  const before: PolicyOptions = {
    scoped: tenant !== undefined,
    tenantColumn: tenant?.column,
    tenantType: tenant?.type,
    scopeColumn: scope?.column,
    scopeType: scope?.type,
    missingScope: scope?.missing_scope,
  }
  const { tenantColumn = before.tenantColumn, scopeColumn = before.scopeColumn } = change
  const after: PolicyOptions = {
    scoped: before.scoped === true || change.scoped === true || change.tenantColumn !== undefined,
    tenantColumn,
    tenantType: change.tenantType ?? (tenantColumn === before.tenantColumn ? before.tenantType : undefined),
    scopeColumn: scopeColumn ?? undefined,
    scopeType: scopeColumn === before.scopeColumn ? before.scopeType : undefined,
    missingScope: scopeColumn === null ? undefined : (change.missingScope ?? before.missingScope),
  }
  return JSON.stringify(after) === JSON.stringify(before) ? undefined : after
}

interface PolicySettings {
  readonly newAddress: ConnectedAddress | undefined
  /** Undefined: the current choice of tables. */
  readonly newInclude: readonly string[] | null | undefined
  readonly options: PolicyOptions | undefined
}

/** Tests the address, and derives the policy from the schema. */
const derivePolicy = async (
  connections: Connections,
  stored: StoredDatabase,
  { newAddress, newInclude, options }: PolicySettings,
): Promise<Pick<DatabaseChange, 'policy' | 'requiresOrganizationScoping'>> => {
  if (newAddress === undefined && newInclude === undefined && options === undefined) return {}
  const opened = newAddress ?? (await openDatabase(connections, connections.engines, stored))
  const connected = { ...opened, include: newInclude === undefined ? stored.include : (newInclude ?? undefined) }
  const schema = await describeDatabase(connected, { owner: stored }).catch((error: unknown) => {
    throw connectionRejected(error, newAddress === undefined ? '' : 'url')
  })
  const folding = connected.engine.dialect.folding(schema)
  const { policy: current } = stored
  const updated = newInclude === undefined ? current : await runInSlices(updatePolicy(current, schema, folding))
  if (options === undefined) return updated === current ? {} : { policy: updated }
  const first = await runInSlices(makeInitialPolicy(schema, { folding, options }))
  if (first.kind === 'unfit') throw policyMismatchProblem(first)
  const { tenant, scope } = first.proposal
  const earlier = updated
  const isSameTenant = tenant?.column === earlier.tenant?.column && isSameOwnerTypes(tenant?.type, earlier.tenant?.type)
  const { version, engine, tables } = earlier
  const policy = isSameTenant
    ? { version, engine, ...(tenant && { tenant }), ...(scope && { scope }), tables }
    : rescopedPolicy(earlier, first.proposal, folding)
  return { policy, requiresOrganizationScoping: policy.tenant !== undefined }
}
