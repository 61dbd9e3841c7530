import type { Catalog } from '../ask/rules/catalog.ts'
import type { VisibleSchema } from '../ask/rules/knowledge.ts'
import type { Engine } from '../engines/engine.ts'
import { sampleRestriction } from '../guard/restriction.ts'
import type { Schema } from '../guard/schema.ts'
import type { DatabaseSettings } from '../manage/databases/rules/database-settings.ts'
import { runInSlices } from '../platform/values/sliced.ts'
import { policyOn } from './catalog/learn-paths.ts'
import { sharedSchemaOf } from './documents/shared-schema-of.ts'
import { visibleSchema, visibleTables } from './visible-schema.ts'

interface PublishedViewSource {
  readonly database: DatabaseSettings
  readonly engine: Engine
  /** The result of `describe`. */
  readonly schema: Schema
}

/** The tables and columns visible to at least one kind of caller, without what only documents of few tenants have. */
export const publishedView = async (
  { database, engine, schema: described }: PublishedViewSource,
  { paths: published = [] }: Pick<Catalog, 'paths'>,
): Promise<VisibleSchema> => {
  const restriction = sampleRestriction(database)
  const { schema } = await sharedSchemaOf({ database, engine, schema: described, restriction, published })
  const policy = schema === described ? database.policy : await policyOn({ database, engine }, schema)
  const visible = await runInSlices(visibleTables({ schema, policy, restriction }, engine.dialect.folding(schema)))
  return await runInSlices(visibleSchema(schema.engine, visible, described.types))
}
