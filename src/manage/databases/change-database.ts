import { publishedCatalog } from '../../ask/rules/catalog.ts'
import type { Include } from '../../guard/chosen-tables.ts'
import { isSameOwnerTypes, type OwnerTypes } from '../../guard/owner-types.ts'
import type { Policy } from '../../guard/policy.ts'
import { makePolicy, type PolicyWish } from '../../guard/proposal/first-policy.ts'
import { rescopedPolicy } from '../../guard/proposal/rescope-policy.ts'
import { updatePolicy } from '../../guard/proposal/updated-policy.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { inSlices } from '../../platform/values/sliced.ts'
import type { AroundWrite } from './around-write.ts'
import { nameTaken, unfit } from './connect-database.ts'
import { connectionRejected } from './connection-rejected.ts'
import type { Connections } from './connections.ts'
import { describeDatabase } from './describe-database.ts'
import { type GivenAddress, givenAddress } from './given-address.ts'
import { type ConnectedAddress, openDatabase } from './open-database.ts'
import type { RowsRule, SharedValuesRule, ThinkingRule } from './rules/database-settings.ts'
import type { DatabaseChange, StoredDatabase } from './store/databases.ts'

/** A requested change; omitted fields stay. */
export interface ChangeRequest {
  readonly name?: string | undefined
  readonly at?: GivenAddress | undefined
  /** Which of its tables are used; null: all of them. */
  readonly include?: readonly string[] | null | undefined
  /** How its rows are scoped. */
  readonly scoping?: ScopingChange | undefined
  /** Null: as the installation says. */
  readonly asyncQueryTimeout?: number | null | undefined
  /** Null: the model that words answers is sent them. */
  readonly rows?: RowsRule | null | undefined
  /** Null: values that several tenants share are published. */
  readonly sharedValues?: SharedValuesRule | null | undefined
  /** Null: what a model thinks is not shown. */
  readonly thinking?: ThinkingRule | null | undefined
  /** Whether public keys may export. */
  readonly publicExports?: boolean | undefined
}

export interface ScopingChange {
  readonly scoped?: boolean | undefined
  readonly tenantColumn?: string | undefined
  readonly tenantType?: OwnerTypes | undefined
  /** Null: no condition by scope any more. */
  readonly scopeColumn?: string | null | undefined
  readonly missingScope?: 'deny' | 'ignore' | undefined
}

/**
 * Changes a connected database. A new address is tried first, and must be of the same engine. With another tenant
 * column the policy starts again (`rescopedPolicy`); with other chosen tables it is updated (`updatePolicy`), and its
 * rules for omitted tables stay.
 *
 * @returns the database after the change; the same object when nothing changes
 * @throws Problem `connection_rejected`, `input_invalid`, `state_invalid`, `duplicate_entry`, `database_not_found`
 */
export const changeDatabase = async (
  connections: Connections,
  stored: StoredDatabase,
  { name, at, include, scoping, asyncQueryTimeout, rows, sharedValues, thinking, publicExports }: ChangeRequest,
  around: AroundWrite,
): Promise<StoredDatabase> => {
  const wish = changedOptions(stored.policy, scoping)
  const moved = at === undefined ? undefined : ofSameEngine(givenAddress(at, connections), stored)
  const chosen = include === undefined || isSameChoice(include ?? undefined, stored.include) ? undefined : include
  const settled = {
    ...(name === undefined || name === stored.name ? {} : { name }),
    ...(await settlePolicy(connections, stored, { moved, chosen, wish })),
  }
  const isOtherTimeout = asyncQueryTimeout !== undefined && asyncQueryTimeout !== (stored.asyncQueryTimeout ?? null)
  const isOtherRows = rows !== undefined && rows !== (stored.rows ?? null)
  const isOtherSharing = sharedValues !== undefined && sharedValues !== (stored.sharedValues ?? null)
  const isOtherThinking = thinking !== undefined && thinking !== (stored.thinking ?? null)
  const isOtherExporting = publicExports !== undefined && publicExports !== (stored.publicExports ?? false)
  const change: DatabaseChange = {
    ...settled,
    ...(moved === undefined ? {} : { address: moved.address }),
    ...(chosen === undefined ? {} : { include: chosen }),
    ...(isOtherTimeout ? { asyncQueryTimeout } : {}),
    ...(isOtherRows ? { rows } : {}),
    ...(isOtherSharing ? { sharedValues } : {}),
    ...(isOtherThinking ? { thinking } : {}),
    ...(isOtherExporting ? { publicExports } : {}),
  }
  if (Object.keys(change).length === 0) return stored
  const { include: _, asyncQueryTimeout: __, rows: ___, sharedValues: ____, thinking: _____, ...others } = stored
  const { publicExports: ______, ...kept } = others
  const included = chosen === undefined ? stored.include : (chosen ?? undefined)
  const timeout = isOtherTimeout ? asyncQueryTimeout : stored.asyncQueryTimeout
  const rule = isOtherRows ? rows : stored.rows
  const sharing = isOtherSharing ? sharedValues : stored.sharedValues
  const shown = isOtherThinking ? thinking : stored.thinking
  const exports = isOtherExporting ? publicExports : stored.publicExports
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

const isSameChoice = (one: Include, other: Include): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Stores a changed database by compare-and-set.
 *
 * @throws Problem `duplicate_entry`, `database_not_found`, `state_invalid`
 */
export const storeChange = async (
  { store }: { readonly store: ChangeStore },
  stored: StoredDatabase,
  change: DatabaseChange,
): Promise<void> => {
  // Values learnt from another database must not be shown to this one's callers.
  if (change.address !== undefined) await store.catalogs.remove(stored, stored.id)
  const outcome = await store.databases.change(stored, stored.id, change, stored.revision)
  if (outcome === 'name taken') throw nameTaken(change.name ?? stored.name)
  if (outcome === 'gone') throw new Problem('database_not_found')
  if (outcome === 'changed meanwhile')
    throw new Problem('state_invalid', {
      message: 'The database was changed by another request: read it again, and retry.',
      transient: true,
    })
  if (change.sharedValues === 'off') await forgetSharedValues({ store }, stored)
}

type ChangeStore = Pick<Connections['store'], 'catalogs' | 'databases'>

/** Removes values learnt from tenants' rows from the catalog: they are hidden as soon as the setting is stored. */
const forgetSharedValues = async (
  { store }: { readonly store: Pick<ChangeStore, 'catalogs'> },
  database: Pick<StoredDatabase, 'organizationId' | 'id'>,
): Promise<void> => {
  const catalog = await store.catalogs.find(database, database.id)
  if (catalog === undefined) return
  const published = publishedCatalog(catalog, { sharedValues: 'off' })
  await store.catalogs.put(database, database.id, published, await store.catalogs.findShape(database, database.id))
}

const ofSameEngine = (moved: ConnectedAddress, { engine }: StoredDatabase): ConnectedAddress => {
  if (moved.engine.name === engine) return moved
  const message = `The engine of this database is ${engine} and cannot be changed: connect a database of another engine separately.`
  throw new Problem('state_invalid', { message })
}

/** What is wanted of the policy from now on; undefined where that is what it was. */
const changedOptions = ({ tenant, scope }: Policy, change: ScopingChange | undefined): PolicyWish | undefined => {
  if (change === undefined) return undefined
  if (change.scoped === false && tenant !== undefined)
    throw new Problem('state_invalid', {
      message: 'This database has tenant scoping. To show the rows of all tenants, connect it again without scoping.',
    })
  const before: PolicyWish = {
    scoped: tenant !== undefined,
    tenantColumn: tenant?.column,
    tenantType: tenant?.type,
    scopeColumn: scope?.column,
    scopeType: scope?.type,
    missingScope: scope?.missing_scope,
  }
  const { tenantColumn = before.tenantColumn, scopeColumn = before.scopeColumn } = change
  const after: PolicyWish = {
    scoped: before.scoped === true || change.scoped === true || change.tenantColumn !== undefined,
    tenantColumn,
    tenantType: change.tenantType ?? (tenantColumn === before.tenantColumn ? before.tenantType : undefined),
    scopeColumn: scopeColumn ?? undefined,
    scopeType: scopeColumn === before.scopeColumn ? before.scopeType : undefined,
    missingScope: scopeColumn === null ? undefined : (change.missingScope ?? before.missingScope),
  }
  return JSON.stringify(after) === JSON.stringify(before) ? undefined : after
}

interface Wanted {
  readonly moved: ConnectedAddress | undefined
  /** Undefined: the tables that were chosen before. */
  readonly chosen: readonly string[] | null | undefined
  readonly wish: PolicyWish | undefined
}

/** Tries the address, and makes the policy that is wanted of what is there. */
const settlePolicy = async (
  connections: Connections,
  stored: StoredDatabase,
  { moved, chosen, wish }: Wanted,
): Promise<Pick<DatabaseChange, 'policy' | 'requiresOrganizationScoping'>> => {
  if (moved === undefined && chosen === undefined && wish === undefined) return {}
  const opened = moved ?? (await openDatabase(connections, connections.engines, stored))
  const connected = { ...opened, include: chosen === undefined ? stored.include : (chosen ?? undefined) }
  const schema = await describeDatabase(connected, { owner: stored }).catch((error: unknown) => {
    throw connectionRejected(error, moved === undefined ? '' : 'url')
  })
  const folding = connected.engine.dialect.folding(schema)
  const updated = chosen === undefined ? stored.policy : await inSlices(updatePolicy(stored.policy, schema, folding))
  if (wish === undefined) return updated === stored.policy ? {} : { policy: updated }
  const first = await inSlices(makePolicy(schema, { folding, wish }))
  if (first.kind === 'unfit') throw unfit(first)
  const { tenant, scope } = first.proposal
  const earlier = updated
  const isSameTenant = tenant?.column === earlier.tenant?.column && isSameOwnerTypes(tenant?.type, earlier.tenant?.type)
  const { version, engine, tables } = earlier
  const policy = isSameTenant
    ? { version, engine, ...(tenant && { tenant }), ...(scope && { scope }), tables }
    : rescopedPolicy(earlier, first.proposal, folding)
  return { policy, requiresOrganizationScoping: policy.tenant !== undefined }
}
