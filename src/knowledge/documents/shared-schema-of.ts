import { glossedPaths } from '../../ask/rules/glossed-paths.ts'
import type { Engine } from '../../engines/engine.ts'
import { type KnownPaths, type SharedSchema, sharedSchema } from '../../guard/caller-schema.ts'
import type { Restriction } from '../../guard/restriction.ts'
import type { Schema } from '../../guard/schema.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import { runInSlices } from '../../platform/values/sliced.ts'

interface SharedSchemaSource {
  readonly database: Pick<DatabaseSettings, 'policy' | 'glossary'>
  readonly engine: Pick<Engine, 'dialect'>
  /** The result of `describe` from samples of all documents. */
  readonly schema: Schema
  readonly restriction: Restriction
  /** The paths that at least three tenants have; empty if nothing is published. */
  readonly published: readonly KnownPaths[]
}

/**
 * The part of a schema that all callers of a kind may know. If columns are declared, or every caller sees every
 * document, that is the whole schema.
 */
export const sharedSchemaOf = async (source: SharedSchemaSource): Promise<SharedSchema> => {
  const { database, engine, schema, restriction, published } = source
  const { documents } = engine.dialect
  const isOpen = restriction.tenant === undefined && restriction.scope === undefined
  if (documents === undefined || isOpen) return { schema, filtered: [] }
  return await runInSlices(
    sharedSchema({
      schema,
      policy: database.policy,
      restriction,
      published,
      folding: engine.dialect.folding(schema),
      glossaryPaths: glossedPaths(database.glossary),
      keysOf: documents.namedKeys,
    }),
  )
}
