import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Glossary } from '../../ask/rules/glossary.ts'
import type { ResolvedGlossary } from '../../ask/rules/resolve-glossary.ts'
import type { ExcessRights } from '../../engines/shared/describe/inspection.ts'
import type { IncludePatterns } from '../../guard/included-tables.ts'
import type { Policy } from '../../guard/policy.ts'
import type { PolicyDecision } from '../../guard/proposal/decide-policy.ts'
import { makeInitialPolicy } from '../../guard/proposal/initial-policy.ts'
import type { Schema } from '../../guard/schema.ts'
import type { CatalogBudget } from '../../knowledge/catalog/catalog-source.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { GlossaryDraft } from '../glossary/rules/propose-glossary.ts'
import type { AuditedWrite } from './audited-write.ts'
import { indexWithinBudget } from './build-catalog.ts'
import { type ChangeRequest, changeDatabase, storeChange } from './change-database.ts'
import { confirmPolicy, replacePolicy } from './change-policy.ts'
import { schemaFileOf } from './collections-file.ts'
import { type ConnectedDatabase, type ConnectRequest, connectDatabase } from './connect-database.ts'
import { connectionRejected } from './connection-rejected.ts'
import type { Connections } from './connections.ts'
import { describeDatabase } from './describe-database.ts'
import { draftGlossary } from './draft-glossary.ts'
import { excessRightsOf } from './excess-rights.ts'
import { type GivenAddress, givenAddress } from './given-address.ts'
import { type Indexing, type IndexingResult, indexDatabase } from './index-database.ts'
import { type ConnectedAddress, openDatabase } from './open-database.ts'
import { type PolicyPreview, type PreviewRequest, previewPolicy } from './preview-policy.ts'
import { type Review, reviewOf } from './review.ts'
import type { StoredDatabase } from './store/databases.ts'
import { parseWrittenGlossary, resolveWrittenGlossary } from './written-glossary.ts'

export interface ConnectionTest {
  readonly engine: string
  /** As reported by the server. */
  readonly serverVersion: string
  readonly tables: number
  readonly latencyMs: number
  readonly excessRights: ExcessRights
}

/** A tested address; nothing is stored. */
interface TestedAddress extends ConnectionTest {
  /** The likely tenant column, if any. */
  readonly likelyTenantColumn: string | undefined
}

/** A policy with its review. */
export interface ReviewedPolicy extends Review {
  readonly policy: Policy
}

/** Management of an organization's databases. Databases of others are `database_not_found`. */
export interface ManagedDatabases {
  /** @throws Problem `database_not_found` */
  stored(caller: OrganizationRef, id: string): Promise<StoredDatabase>
  /** @throws as `connectDatabase` */
  connect(organization: Organization, request: ConnectRequest, around: AuditedWrite): Promise<ConnectedDatabase>
  /** @throws as `changeDatabase` */
  change(stored: StoredDatabase, request: ChangeRequest, around: AuditedWrite): Promise<StoredDatabase>
  /** The id of a database that exists or whose deletion is incomplete. @throws Problem `database_not_found` */
  removable(caller: OrganizationRef, id: string): Promise<string>
  /** Deletes a database and revokes its keys. @returns the number of keys. @throws Problem `database_not_found` */
  remove(caller: OrganizationRef, id: string): Promise<number>
  /** Tests an address without storing it. @throws Problem `connection_rejected`, `input_invalid`, `tenant_busy` */
  testAddress(caller: OrganizationRef, at: GivenAddress, include?: IncludePatterns): Promise<TestedAddress>
  /** @throws Problem `connection_rejected`, `tenant_busy` */
  test(stored: StoredDatabase): Promise<ConnectionTest>
  /** The schema in the format of the schema file. @throws Problem as `Engine.describe` */
  schemaFile(stored: StoredDatabase): Promise<unknown>
  /** @throws Problem as `Engine.describe` */
  review(stored: StoredDatabase): Promise<Review>
  /** @throws Problem as `Engine.describe` and `replacePolicy` */
  replacePolicy(stored: StoredDatabase, written: unknown, around: AuditedWrite): Promise<Policy>
  /** @throws Problem as `Engine.describe` and `confirmPolicy` */
  confirmPolicy(stored: StoredDatabase, decision: PolicyDecision, around: AuditedWrite): Promise<ReviewedPolicy>
  /** Previews what a caller would see under a changed policy. @throws Problem as `previewPolicy` */
  previewPolicy(stored: StoredDatabase, request: PreviewRequest): Promise<PolicyPreview>
  /** Proposes a glossary without storing it. @throws Problem as `Engine.describe` */
  draftGlossary(stored: StoredDatabase): Promise<GlossaryDraft>
  /** The glossary with its current mistakes. @throws Problem as `Engine.describe` */
  resolvedGlossary(stored: StoredDatabase): Promise<ResolvedGlossary>
  /** @returns the stored glossary. @throws Problem as `Engine.describe` and `parseWrittenGlossary` */
  replaceGlossary(stored: StoredDatabase, written: Glossary, around: AuditedWrite): Promise<Glossary>
  /** Indexes within a budget, as when it was added. @throws Problem as `Engine.describe` */
  indexWithinBudget(stored: StoredDatabase): Promise<void>
  /** @throws as `indexDatabase` */
  index(stored: StoredDatabase, indexing: Indexing): Promise<IndexingResult>
}

const VERSION_MS = 10_000
/** Budget for indexing while a process starts, so that its first questions have a catalog. */
const AT_START: CatalogBudget = { statements: 400, milliseconds: 5_000 }

/** The untrusted version text of a server, reduced to printable ASCII. */
const printable = (version: string): string => version.replace(/[^ -~]/g, '').slice(0, 100)

/** Reads a database and measures the latency. @param field the field at fault if it cannot be read */
const testDatabase = async (
  describe: () => Promise<ConnectedAddress & { readonly schema: Schema }>,
  field: string,
): Promise<ConnectionTest & { readonly schema: Schema }> => {
  const startedAt = performance.now()
  try {
    const { engine, address, schema } = await describe()
    const latencyMs = Math.round(performance.now() - startedAt)
    return {
      schema,
      engine: engine.name,
      tables: schema.tables.length,
      latencyMs,
      serverVersion: printable(await engine.inspect.serverVersion(address, AbortSignal.timeout(VERSION_MS))),
      excessRights: await excessRightsOf(engine, address),
    }
  } catch (error) {
    throw connectionRejected(error, field)
  }
}

export const managedDatabases = (connections: Connections): ManagedDatabases => {
  const { store, engines } = connections
  const described = async (stored: StoredDatabase) => {
    const connected = await openDatabase(connections, engines, stored)
    return { ...connected, schema: await describeDatabase(connected, { owner: stored }) }
  }
  return {
    async stored(caller, id) {
      const found = await store.databases.find(caller, id)
      if (found === undefined) throw new Problem('database_not_found')
      return found
    },
    connect: (organization, request, around) => connectDatabase(connections, organization, request, around),
    change: (stored, request, around) => changeDatabase(connections, stored, request, around),
    async removable(caller, id) {
      const found = await store.databases.find(caller, id)
      if (found === undefined && !(await store.databases.isPendingDeletion(caller, id)))
        throw new Problem('database_not_found')
      return id
    },
    async remove(caller, id) {
      const keys = await store.databases.remove(caller, id)
      if (keys === undefined) throw new Problem('database_not_found')
      return keys
    },
    async testAddress({ organizationId }, at, include) {
      const connected = { ...givenAddress(at, connections), include }
      const describe = async () => ({
        ...connected,
        schema: await describeDatabase(connected, { owner: { organizationId } }),
      })
      const { schema, ...tested } = await testDatabase(describe, at.url === undefined ? 'connection' : 'url')
      const folding = connected.engine.dialect.folding(schema)
      const first = await runInSlices(makeInitialPolicy(schema, { folding, options: {} }))
      return { ...tested, likelyTenantColumn: first.kind === 'fits' ? first.likelyTenantColumn : undefined }
    },
    async test(stored) {
      const { schema: _, ...tested } = await testDatabase(() => described(stored), '')
      return tested
    },
    async schemaFile(stored) {
      return schemaFileOf((await described(stored)).schema)
    },
    async review(stored) {
      const found = await described(stored)
      return await reviewOf(found, found.schema, stored.policy)
    },
    replacePolicy: async (stored, written, around) =>
      await replacePolicy(connections, stored, { ...(await described(stored)), around }, written),
    async confirmPolicy(stored, decision, around) {
      const found = await described(stored)
      const policy = await confirmPolicy(connections, stored, { ...found, around }, decision)
      return { ...(await reviewOf(found, found.schema, policy)), policy }
    },
    previewPolicy: (stored, request) => previewPolicy(connections, stored, request),
    draftGlossary: async (stored) => await draftGlossary(connections, stored, await described(stored)),
    async resolvedGlossary(stored) {
      return resolveWrittenGlossary(stored.glossary, { ...(await described(stored)), policy: stored.policy })
    },
    async replaceGlossary(stored, written, around) {
      const { engine, schema } = await described(stored)
      const glossary = parseWrittenGlossary(written, { engine, schema, policy: stored.policy })
      await around(stored, () => storeChange(connections, stored, { glossary }))
      return glossary
    },
    async indexWithinBudget(stored) {
      const found = await described(stored)
      await indexWithinBudget(connections, found, stored, found.schema, AT_START)
    },
    index: (stored, indexing) => indexDatabase(connections, stored, indexing),
  }
}
