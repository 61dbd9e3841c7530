import type { KnownPaths } from '../../guard/caller-schema.ts'
import { makeCallerPolicy } from '../../guard/effective-policy.ts'
import { type Restriction, restrictionOfAnyone } from '../../guard/restriction.ts'
import type { Schema } from '../../guard/schema.ts'
import { publishesSharedValues } from '../../manage/databases/rules/database-settings.ts'
import { inSlices } from '../../platform/values/sliced.ts'
import { sharedSchemaOf } from '../documents/shared-schema-of.ts'
import type { CatalogSource } from './catalog-source.ts'
import { publishPaths } from './publish-paths.ts'

interface LearningPaths {
  /** On whose behalf documents are read. */
  readonly tenants: readonly Restriction[]
  readonly former: readonly KnownPaths[] | undefined
  /** Asked whether there may be another collection. */
  isOver(): boolean
}

export interface LearntPaths {
  /** Without what only some tenants' documents have: that is no part of what is learnt for all. */
  readonly schema: Schema
  /** Absent where columns are declared, or everybody sees every document. */
  readonly paths?: readonly KnownPaths[]
}

/** What may be told to everybody of the fields of a database of documents; nothing is read of any other. */
export const learnPaths = async (
  source: CatalogSource,
  { tenants, former, isOver }: LearningPaths,
): Promise<LearntPaths> => {
  const { database } = source
  const restriction = restrictionOfAnyone(database)
  const declared = await sharedSchemaOf({ ...source, restriction, published: [] })
  if (declared.filtered.length === 0) return { schema: source.schema }
  const rules = { schema: declared.schema, policy: await policyOn(source, declared.schema) }
  const reading = { ...source, owner: { organizationId: database.organizationId }, rules, tenants, former, isOver }
  const paths = publishesSharedValues(database) ? await publishPaths(reading, declared.filtered) : []
  const { schema } = await sharedSchemaOf({ ...source, restriction: anyoneOf(source), published: paths })
  return { schema, paths }
}

/** The policy without names that only some tenants' documents have, as callers have it. */
export const policyOn = ({ database, engine }: Pick<CatalogSource, 'database' | 'engine'>, schema: Schema) =>
  inSlices(makeCallerPolicy(database.policy, schema, engine.dialect.folding(schema)))

/** A tenant, and a scope where rows are told apart by it, that are nobody in particular. */
export const anyoneOf = ({ database }: Pick<CatalogSource, 'database'>): Restriction => ({
  ...restrictionOfAnyone(database),
  ...(database.policy.scope === undefined ? {} : { scope: { type: 'nothing', value: null } }),
})
