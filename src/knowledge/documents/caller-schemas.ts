import { createHash } from 'node:crypto'
import type { Caller } from '../../access/rules/caller.ts'
import type { Catalog } from '../../ask/rules/catalog.ts'
import type { Engine } from '../../engines/engine.ts'
import { type KnownPaths, ownSchema, type SharedSchema } from '../../guard/caller-schema.ts'
import { makeCallerPolicy } from '../../guard/effective-policy.ts'
import { isKnownIn } from '../../guard/known-paths.ts'
import type { Restriction } from '../../guard/restriction.ts'
import { type Schema, tableName } from '../../guard/schema.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { CacheMemory } from '../../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../../platform/memory/weighed-cache.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { mapSliced, runInSlices } from '../../platform/values/sliced.ts'
import { readPaths } from './read-paths.ts'
import { sharedSchemaOf } from './shared-schema-of.ts'

interface CallerSchemaSource {
  /** Identifies the database, its address and its selected schemas. */
  readonly key: string
  readonly database: DatabaseSettings
  readonly engine: Engine
  readonly address: string
  /** The result of `describe` from samples of all documents; the same object while it is cached. */
  readonly schema: Schema
  readonly restriction: Restriction
  readonly caller: Caller
  readonly catalog: Pick<Catalog, 'madeAt' | 'paths'>
}

/** How long the unpublished paths of a caller are cached. */
const OWN_MS = 5 * 60_000
/** Interval at which a schema is described again. */
const SHARED_MS = 60_000
/** After documents could not be read in time, how long reads are skipped. */
const LATE_MS = 10_000
/** Time limit for reading a caller's documents; questions are answered without later results. */
const READ_MS = 1_500
const COLLECTIONS_MAX = 200
/** Per character of JSON. */
const BYTES_PER_CHARACTER = 4
/** Per table in a schema's list of tables and in its indexes by name. */
const TABLE_BYTES = 200

/** The unpublished paths in one caller's documents, and the schemas made with them. */
interface OwnPaths {
  readonly paths: readonly KnownPaths[]
  readonly schemas: WeakMap<SharedSchema, Promise<Schema>>
}

/**
 * The schema for work on behalf of a caller. If columns are derived from documents, it contains what the owner has
 * declared, what is published, and what the caller's own documents have, read through the guard. Callers of one kind
 * without paths of their own share one schema.
 */
export class CallerSchemas {
  readonly #shared: WeighedCache<SharedSchema>
  readonly #own: WeighedCache<OwnPaths>
  readonly #late: WeighedCache<true>
  readonly #digests = new WeakMap<object, string>()
  readonly #readMs: number

  constructor(memory: CacheMemory, { readMs = READ_MS }: { readonly readMs?: number } = {}) {
    this.#shared = memory.cache('shared schemas', SHARED_MS)
    this.#own = memory.cache('own paths', OWN_MS)
    this.#late = memory.cache('late paths', LATE_MS)
    this.#readMs = readMs
  }

  /** Paths that cannot be read in time are left out, and not cached. */
  async of(source: CallerSchemaSource): Promise<Schema> {
    const { key, database, engine, restriction, catalog } = source
    const { documents } = engine.dialect
    if (documents === undefined) return source.schema
    const made = [
      key,
      catalog.madeAt,
      catalog.paths?.length ?? 0,
      this.#digestOf(database.policy),
      this.#digestOf(database.glossary),
    ]
    const kind = [restriction.tenant !== undefined, restriction.scope !== undefined]
    const shared = await this.#sharedOf(hash([made, kind, this.#digestOf(source.schema, identity)]), source)
    if (shared.filtered.length === 0) return shared.schema
    const bounds = [restriction.tenant, restriction.scope].map((bound) => bound && [bound.type, String(bound.value)])
    const own = await this.#ownOf(hash([made, bounds]), shared, source)
    if (own === undefined || own.paths.length === 0) return shared.schema
    const rules = {
      policy: database.policy,
      folding: engine.dialect.folding(shared.schema),
      keysOf: documents.namedKeys,
    }
    const schema = own.schemas.get(shared) ?? runInSlices(ownSchema(shared, own.paths, rules))
    own.schemas.set(shared, schema)
    return await schema
  }

  #sharedOf(id: string, source: CallerSchemaSource): Promise<SharedSchema> {
    return this.#shared.read(id, async () => {
      const value = await sharedSchemaOf({ ...source, published: source.catalog.paths ?? [] })
      return { value, bytes: (await charactersOf(value.schema.tables)) * BYTES_PER_CHARACTER }
    })
  }

  /** @returns undefined if they could not be read in time */
  async #ownOf(id: string, shared: SharedSchema, source: CallerSchemaSource): Promise<OwnPaths | undefined> {
    if (this.#late.get(id) !== undefined) return undefined
    try {
      return await this.#own.read(id, async () => {
        const paths = await this.#unpublished(shared, source)
        const tables = paths.length === 0 ? 0 : shared.schema.tables.length
        const bytes = 2 * BYTES_PER_CHARACTER * (await charactersOf(paths)) + TABLE_BYTES * (1 + tables)
        return { value: { paths, schemas: new WeakMap() }, bytes }
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.#late.set(id, { value: true, bytes: TABLE_BYTES })
      return undefined
    }
  }

  /** Published paths are not stored again per caller. @throws Problem if it cannot be read in time */
  async #unpublished(
    { schema, filtered }: SharedSchema,
    { database, engine, address, restriction, caller }: CallerSchemaSource,
  ): Promise<readonly KnownPaths[]> {
    const folding = engine.dialect.folding(schema)
    const policy = await runInSlices(makeCallerPolicy(database.policy, schema, folding))
    const rules = { schema, policy, restriction }
    const signal = AbortSignal.timeout(this.#readMs)
    const reading = readPaths({ engine, address, rules, owner: caller }, filtered.slice(0, COLLECTIONS_MAX), signal)
    const read = await reading.catch((cause: unknown) => {
      throw signal.aborted ? new Problem('query_timeout', { cause }) : cause
    })
    const tables = new Map(schema.tables.map((table) => [tableName(table), table]))
    return read.flatMap(({ table: name, columns }) => {
      const table = tables.get(name)
      const isKnown = table === undefined ? () => true : isKnownIn(table)
      const more = columns.filter((column) => !isKnown(column))
      return more.length === 0 ? [] : [{ table: name, columns: more }]
    })
  }

  /** Policies and glossaries are the same object until they change. */
  #digestOf(value: object, digest: (value: object) => string = hash): string {
    const known = this.#digests.get(value) ?? digest(value)
    this.#digests.set(value, known)
    return known
  }
}

let schemas = 0
/** A schema that is described again gets a new identity. */
const identity = (): string => `schema ${++schemas}`

const charactersOf = async (items: readonly unknown[]): Promise<number> => {
  const lengths = await runInSlices(mapSliced(items, (one) => JSON.stringify(one).length))
  return lengths.reduce((sum, length) => sum + length, 0)
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
