import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import type { Catalog } from '../domain/ask/catalog.ts'
import type { VisibleSchema } from '../domain/ask/knowledge.ts'
import { restrictionOfAnyone } from '../domain/guard/restriction.ts'
import type { Schema } from '../domain/guard/schema.ts'
import { inSlices } from '../domain/sliced.ts'
import type { Engine } from '../engines/engine.ts'
import { policyOn } from './catalog/learn-paths.ts'
import { sharedSchemaOf } from './documents/shared-schema-of.ts'
import { visibleSchema, visibleTables } from './visible-schema.ts'

export interface PublishedViewSource {
  readonly database: DatabaseSettings
  readonly engine: Engine
  /** What `describe` found. */
  readonly schema: Schema
}

/** The tables and columns that some caller may see, without what only the documents of a few tenants show. */
export const publishedView = async (
  { database, engine, schema: described }: PublishedViewSource,
  { paths: published = [] }: Pick<Catalog, 'paths'>,
): Promise<VisibleSchema> => {
  const restriction = restrictionOfAnyone(database)
  const { schema } = await sharedSchemaOf({ database, engine, schema: described, restriction, published })
  const policy = schema === described ? database.policy : await policyOn({ database, engine }, schema)
  const visible = await inSlices(visibleTables({ schema, policy, restriction }, engine.dialect.folding(schema)))
  return await inSlices(visibleSchema(schema.engine, visible, described.types))
}
