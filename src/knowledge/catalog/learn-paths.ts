import type { KnownPaths } from '../../guard/caller-schema.ts'
import { makeCallerPolicy } from '../../guard/effective-policy.ts'
import { type Restriction, sampleRestriction } from '../../guard/restriction.ts'
import type { Schema } from '../../guard/schema.ts'
import { publishesSharedValues } from '../../manage/databases/rules/database-settings.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import { sharedSchemaOf } from '../documents/shared-schema-of.ts'
import type { CatalogSource } from './catalog-source.ts'
import { publishPaths } from './publish-paths.ts'

interface LearningPaths {
  /** The tenants whose documents are sampled. */
  readonly tenants: readonly Restriction[]
  readonly former: readonly KnownPaths[] | undefined
  /** Whether the time is over; called before each collection. */
  isOver(): boolean
}

interface LearntPaths {
  /** Without fields that only few tenants have, which are not learnt. */
  readonly schema: Schema
  /** Absent if columns are declared, or if every caller sees every document. */
  readonly paths?: readonly KnownPaths[]
}

/** The fields of a document database that may be published; any other kind of database is not read. */
export const learnPaths = async (
  source: CatalogSource,
  { tenants, former, isOver }: LearningPaths,
): Promise<LearntPaths> => {
  const { database } = source
  const restriction = sampleRestriction(database)
  const declared = await sharedSchemaOf({ ...source, restriction, published: [] })
  if (declared.filtered.length === 0) return { schema: source.schema }
  const rules = { schema: declared.schema, policy: await policyOn(source, declared.schema) }
  const reading = { ...source, owner: { organizationId: database.organizationId }, rules, tenants, former, isOver }
  const paths = publishesSharedValues(database) ? await publishPaths(reading, declared.filtered) : []
  const { schema } = await sharedSchemaOf({ ...source, restriction: placeholderRestriction(source), published: paths })
  return { schema, paths }
}

/** The effective policy of callers, without names that only few tenants' documents have. */
export const policyOn = ({ database, engine }: Pick<CatalogSource, 'database' | 'engine'>, schema: Schema) =>
  runInSlices(makeCallerPolicy(database.policy, schema, engine.dialect.folding(schema)))

/** A restriction with placeholder values for the tenant, and for the scope if the policy uses it. */
export const placeholderRestriction = ({ database }: Pick<CatalogSource, 'database'>): Restriction => ({
  ...sampleRestriction(database),
  ...(database.policy.scope === undefined ? {} : { scope: { type: 'nothing', value: null } }),
})
