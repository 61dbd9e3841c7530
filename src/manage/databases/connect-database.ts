import { NO_USER } from '../../access/rules/caller.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { managementLimits } from '../../access/rules/plan.ts'
import { EMPTY_GLOSSARY } from '../../ask/rules/glossary.ts'
import type { ExcessRights } from '../../engines/shared/describe/inspection.ts'
import type { IncludePatterns } from '../../guard/included-tables.ts'
import {
  type InitialPolicy,
  makeInitialPolicy,
  type PolicyMismatch,
  type PolicyOptions,
} from '../../guard/proposal/initial-policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { invalidField, Problem } from '../../platform/problems/problem.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { AuditedWrite } from './audited-write.ts'
import { indexWithinBudget } from './build-catalog.ts'
import { connectionRejected } from './connection-rejected.ts'
import type { Connections } from './connections.ts'
import { describeDatabase } from './describe-database.ts'
import { excessRightsOf } from './excess-rights.ts'
import { type GivenAddress, givenAddress } from './given-address.ts'
import { leftOutWarnings } from './left-out.ts'
import type { ConnectedAddress } from './open-database.ts'
import { type Review, reviewOf } from './review.ts'
import type { RowsRule, SharedValuesRule, ThinkingRule } from './rules/database-settings.ts'
import type { StoredDatabase } from './store/databases.ts'
import { parseWrittenPolicy } from './written-policy.ts'

export interface ConnectRequest {
  /** Id of the new database; an existing one was connected by the same request before. */
  readonly id: string
  readonly name: string
  readonly at: GivenAddress
  readonly options: PolicyOptions
  /** The included tables; absent: all. */
  readonly include?: IncludePatterns
  /** A written policy that is used instead of a proposal; untrusted. */
  readonly policy?: unknown
  /** Time limit in seconds for queries of asynchronous questions. */
  readonly asyncQueryTimeout?: number | undefined
  /** Which rows of a result are sent to the model provider. */
  readonly rows?: RowsRule | undefined
  /** Whether values that several tenants share are published. */
  readonly sharedValues?: SharedValuesRule | undefined
  /** Whether users are shown the model's thinking. */
  readonly thinking?: ThinkingRule | undefined
  /** Whether database keys may export. */
  readonly publicExports?: boolean | undefined
  /** Chooses the options of the policy after the schema was read; absent: `options` are used. */
  settle?(found: ReadDatabase): Promise<PolicyOptions>
  /** Id of a database key to create; absent: none is created. */
  readonly keyId?: string
}

/** A database that was read but not stored yet. */
export interface ReadDatabase extends ConnectedAddress {
  readonly schema: Schema
  /** The initial policy for these options. @throws Problem `input_invalid` */
  propose(options: PolicyOptions): Promise<InitialPolicy>
}

export interface ConnectedDatabase extends Review {
  readonly database: StoredDatabase
  /** Set if the database has a likely tenant column but no tenant scoping was requested. */
  readonly likelyTenantColumn: string | undefined
  /** Privileges of the database user beyond reading, as text. */
  readonly excessRights: ExcessRights
  /** Objects that cannot be queried, as text. */
  readonly leftOut: readonly string[]
  /** The new database key, returned only once. */
  readonly key: string | undefined
}

/**
 * Connects a database: tests its address, reads its tables, and stores it with its initial policy.
 * @throws Problem `connection_rejected`, `input_invalid`, `duplicate_entry`, `database_limit_reached`, `tenant_busy`
 */
export const connectDatabase = async (
  connections: Connections,
  organization: Organization,
  {
    id,
    name,
    at,
    options,
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
  around: AuditedWrite,
): Promise<ConnectedDatabase> => {
  const { id: organizationId } = organization
  const connected = { ...givenAddress(at, connections), include }
  const { store } = connections
  const { engine, address } = connected
  const field = at.url === undefined ? 'connection' : 'url'
  const schema = await describeDatabase(connected, { owner: { organizationId } }).catch((error: unknown) => {
    throw connectionRejected(error, field)
  })
  const given = written === undefined ? undefined : await parseWrittenPolicy(written, connected, schema, 'policy')
  const folding = engine.dialect.folding(schema)
  const propose = async (chosen: PolicyOptions): Promise<InitialPolicy> => {
    const first = await runInSlices(makeInitialPolicy(schema, { folding, options: chosen, written: given }))
    if (first.kind === 'unfit') throw policyMismatchProblem(first)
    return first
  }
  const first = await propose(settle === undefined ? options : await settle({ ...connected, schema, propose }))
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
    const database = { ...settings, glossary: EMPTY_GLOSSARY }
    const added = await store.databases.add(database, address, max)
    if (added === 'name taken') throw nameTakenProblem(name)
    if (added === 'too many')
      throw new Problem('database_limit_reached', {
        message: `Your plan allows ${max} databases, and you have reached this limit.`,
      })
    const keyFields = { kind: 'database', userId: NO_USER, databaseId: id, answerDetails: [] } as const
    const made = keyId === undefined ? undefined : await store.apiKeys.add({ organizationId }, keyFields, keyId)
    await indexWithinRequest(connections, connected, { database, schema })
    return made?.text
  })
  const database = await store.databases.find({ organizationId }, id)
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
 * Indexes within the time of the request. A job indexes the remaining columns and computes the table vectors, because
 * the embedding server may be slow; without automatic jobs the request waits for the vectors.
 */
const indexWithinRequest = async (
  connections: Connections,
  connected: Pick<ConnectedAddress, 'engine' | 'address'>,
  { database, schema }: { readonly database: Omit<StoredDatabase, 'createdAt' | 'revision'>; readonly schema: Schema },
): Promise<void> => {
  const { embedder, ...withoutEmbedder } = connections
  const { beginIndexing } = connections
  const parts = beginIndexing === undefined ? connections : withoutEmbedder
  const { isComplete } = await indexWithinBudget(parts, connected, database, schema)
  if (!isComplete || embedder !== undefined) beginIndexing?.(database)
}

export const nameTakenProblem = (name: string): Problem =>
  new Problem('duplicate_entry', {
    details: [{ field: 'name', message: `a database named ${name} already exists`, code: 'VALIDATION_ERROR' }],
  })

export const policyMismatchProblem = ({ about, message }: PolicyMismatch): Problem =>
  invalidField(about === 'tenant column' ? 'scoping.tenant_column' : 'scoping.scope_column', message)
