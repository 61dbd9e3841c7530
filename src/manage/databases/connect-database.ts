import type { Organization } from '../../access/rules/organization.ts'
import { managementLimits } from '../../access/rules/plan.ts'
import { EMPTY_GLOSSARY } from '../../ask/rules/glossary.ts'
import type { ExcessRights } from '../../engines/shared/describe/inspection.ts'
import type { Include } from '../../guard/chosen-tables.ts'
import { type FirstPolicy, makePolicy, type PolicyWish, type Unfit } from '../../guard/proposal/first-policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { invalidField, Problem } from '../../platform/problems/problem.ts'
import { inSlices } from '../../platform/values/sliced.ts'
import type { AroundWrite } from './around-write.ts'
import { connectionRejected } from './connection-rejected.ts'
import type { Connections } from './connections.ts'
import { describeDatabase } from './describe-database.ts'
import { excessRightsOf } from './excess-rights.ts'
import { type GivenAddress, givenAddress } from './given-address.ts'
import { firstLearning } from './learn-database.ts'
import { leftOutWarnings } from './left-out.ts'
import type { ConnectedAddress } from './open-database.ts'
import { type Review, reviewOf } from './review.ts'
import type { RowsRule, SharedValuesRule, ThinkingRule } from './rules/database-settings.ts'
import type { StoredDatabase } from './store/databases.ts'
import { writtenPolicy } from './written-policy.ts'

export interface ConnectRequest {
  /** Of what is connected: one that is there under it was connected by the same request before. */
  readonly id: string
  readonly name: string
  readonly at: GivenAddress
  readonly wish: PolicyWish
  /** Which of its tables are used; all of them where it is left out. */
  readonly include?: Include
  /** A complete policy instead of options; untrusted. */
  readonly policy?: unknown
  /** Time limit of a query of an asynchronous question, in seconds. */
  readonly asyncQueryTimeout?: number | undefined
  /** What of a result the provider of a model is sent. */
  readonly rows?: RowsRule | undefined
  /** Whether values that several tenants share are published. */
  readonly sharedValues?: SharedValuesRule | undefined
  /** Whether those who ask are shown what a model thinks. */
  readonly thinking?: ThinkingRule | undefined
  /** Whether public keys may export. */
  readonly publicExports?: boolean | undefined
  /** Decides the options once the schema is known; without it, they are as given. */
  settle?(found: Found): Promise<PolicyWish>
  /** The id of a database key that is made with it; no key is made where it is left out. */
  readonly keyId?: string
}

/** What a database has, before anything of it is stored. */
export interface Found extends ConnectedAddress {
  readonly schema: Schema
  /** The policy that it would begin with. @throws Problem `input_invalid` */
  propose(wish: PolicyWish): Promise<FirstPolicy>
}

export interface Connected extends Review {
  readonly database: StoredDatabase
  /** A likely tenant column, where none was requested. */
  readonly likelyTenantColumn: string | undefined
  /** What the user of the address may do beyond reading, in words. */
  readonly excessRights: ExcessRights
  /** Descriptions of what cannot be asked about. */
  readonly leftOut: readonly string[]
  /** Its key, which is shown this once. */
  readonly key: string | undefined
}

/**
 * Connects a database: tries its address, reads its tables, and stores it with the policy that it begins with.
 *
 * @throws Problem `connection_rejected`, `input_invalid`, `duplicate_entry`, `database_limit_reached`, `tenant_busy`
 */
export const connectDatabase = async (
  connections: Connections,
  organization: Organization,
  {
    id,
    name,
    at,
    wish,
    include,
    policy: written,
    asyncQueryTimeout,
    rows,
    sharedValues,
    thinking,
    publicExports,
    settle,
    keyId,
  }: ConnectRequest,
  around: AroundWrite,
): Promise<Connected> => {
  const { id: organizationId } = organization
  const connected = { ...givenAddress(at, connections), include }
  const { engine, address } = connected
  const field = at.url === undefined ? 'connection' : 'url'
  const schema = await describeDatabase(connected, { owner: { organizationId } }).catch((error: unknown) => {
    throw connectionRejected(error, field)
  })
  const given = written === undefined ? undefined : await writtenPolicy(written, connected, schema, 'policy')
  const folding = engine.dialect.folding(schema)
  const propose = async (wished: PolicyWish): Promise<FirstPolicy> => {
    const first = await inSlices(makePolicy(schema, { folding, wish: wished, written: given }))
    if (first.kind === 'unfit') throw unfit(first)
    return first
  }
  const first = await propose(settle === undefined ? wish : await settle({ ...connected, schema, propose }))
  const { policy } = first
  const requiresOrganizationScoping = policy.tenant !== undefined
  const settings = {
    id,
    organizationId,
    name,
    engine: engine.name,
    requiresOrganizationScoping,
    policy,
    ...(include === undefined ? {} : { include }),
    ...(asyncQueryTimeout === undefined ? {} : { asyncQueryTimeout }),
    ...(rows === undefined ? {} : { rows }),
    ...(sharedValues === undefined ? {} : { sharedValues }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(publicExports === true ? { publicExports } : {}),
  }
  const max = managementLimits(organization).databases
  const key = await around(settings, async () => {
    const beginning = { ...settings, glossary: EMPTY_GLOSSARY }
    const added = await connections.store.databases.add(beginning, address, max)
    if (added === 'name taken') throw nameTaken(name)
    if (added === 'too many')
      throw new Problem('database_limit_reached', {
        message: `Your plan allows ${max} databases, and you have reached this limit.`,
      })
    const kept = { kind: 'database', userId: NO_USER, databaseId: id } as const
    const made = keyId === undefined ? undefined : await connections.store.apiKeys.add({ organizationId }, kept, keyId)
    await learnNow(connections, connected, { database: beginning, schema })
    return made?.text
  })
  const database = await connections.store.databases.find({ organizationId }, id)
  if (database === undefined) throw new Problem('database_not_found')
  return {
    ...(await reviewOf(connected, schema, database.policy)),
    database,
    likelyTenantColumn: first.likelyTenantColumn,
    excessRights: await excessRightsOf(engine, address),
    key,
    leftOut: await leftOutWarnings(connected, { schema, policy: database.policy, folding }),
  }
}

/**
 * Learns what the request has time for. A job goes on with the columns that were left out, and makes the vectors of tables,
 * because their server may be slow; where no job begins by itself, the request waits for the vectors.
 */
const learnNow = async (
  connections: Connections,
  connected: Pick<ConnectedAddress, 'engine' | 'address'>,
  { database, schema }: { readonly database: Omit<StoredDatabase, 'createdAt' | 'revision'>; readonly schema: Schema },
): Promise<void> => {
  const { embedder, ...withoutEmbedder } = connections
  const { beginIndexing } = connections
  const parts = beginIndexing === undefined ? connections : withoutEmbedder
  const { isComplete } = await firstLearning(parts, connected, database, schema)
  if (!isComplete || embedder !== undefined) beginIndexing?.(database)
}

/** Operators, who are no users of the organization. */
const NO_USER = 0

export const nameTaken = (name: string): Problem =>
  new Problem('duplicate_entry', {
    details: [{ field: 'name', message: `a database named ${name} already exists`, code: 'VALIDATION_ERROR' }],
  })

export const unfit = ({ about, message }: Unfit): Problem =>
  invalidField(about === 'tenant column' ? 'scoping.tenant_column' : 'scoping.scope_column', message)
