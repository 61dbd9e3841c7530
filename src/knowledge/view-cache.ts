import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import type { DatabaseView } from '../domain/ask/knowledge.ts'
import type { Restriction } from '../domain/guard/restriction.ts'
import type { Schema, Table } from '../domain/guard/schema.ts'
import type { Engine } from '../engines/engine.ts'
import { type ReadableColumn, readableColumns } from './readable-columns.ts'
import { visibleSchema, visibleTables } from './visible-schema.ts'

/** One view with what follows from the rules that made it. */
export interface KeptView {
  /** Names everything that the view is made of. */
  readonly digest: string
  readonly view: DatabaseView
  /** The likeliest to be named first. */
  readonly readable: readonly ReadableColumn[]
}

export interface ViewSource {
  readonly database: DatabaseSettings
  readonly schema: Schema
  readonly engine: Pick<Engine, 'name' | 'dialectNotes' | 'dialect' | 'promptRules' | 'folding'>
  readonly restriction: Restriction
}

const ENTRIES_MAX = 1_000
const BYTES_MAX = 128 * 1024 * 1024
/** What a planner derives from a view (words, joins) in bytes for one character of its JSON. */
const BYTES_PER_CHARACTER = 20

/**
 * Views by what they are made of: whether a tenant and a scope are bound decides which tables and columns are visible,
 * not their values, so that all callers of one kind share a view, and a schema read again without a change leaves it.
 */
export class ViewCache {
  readonly #cache = new LRUCache<string, KeptView>({ max: ENTRIES_MAX, maxSize: BYTES_MAX })
  /** Schemas stay the same object until they are read again. */
  readonly #schemas = new WeakMap<Schema, string>()

  of(source: ViewSource): KeptView {
    const { database, restriction, engine } = source
    // An engine's name stands for what is constant of it: its notes and its dialect.
    const digest = hash([
      [database.id, database.name, engine.name],
      [this.#schemaDigest(source.schema), database.policy, database.glossary],
      [restriction.tenant !== undefined, restriction.scope !== undefined],
    ])
    const kept = this.#cache.get(digest)
    if (kept !== undefined) return kept
    const made = makeView(source, digest)
    const size = BYTES_PER_CHARACTER * JSON.stringify([made.view, made.readable]).length
    this.#cache.set(digest, made, { size })
    return made
  }

  get held(): { readonly bytes: number; readonly entries: number } {
    return { bytes: this.#cache.calculatedSize, entries: this.#cache.size }
  }

  #schemaDigest(schema: Schema): string {
    const digest = this.#schemas.get(schema) ?? hash(schema.tables.map(shapeOf))
    this.#schemas.set(schema, digest)
    return digest
  }
}

/** A table without what differs whenever documents are counted or sampled again. */
const shapeOf = ({ rowCount: _, columns, ...table }: Table) => ({
  ...table,
  columns: columns.map(({ presence: _, ...column }) => column),
})

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

const makeView = ({ database, schema, engine, restriction }: ViewSource, digest: string): KeptView => {
  const rules = { schema, policy: database.policy, restriction }
  const visible = visibleTables(rules, engine.folding(schema))
  return {
    digest,
    readable: readableColumns(visible, database.glossary, restriction),
    view: {
      databaseName: database.name,
      engine: engine.name,
      dialectNotes: engine.dialectNotes,
      promptRules: engine.promptRules,
      dialect: engine.dialect,
      schema: visibleSchema(schema.engine, visible),
      glossary: database.glossary,
    },
  }
}
