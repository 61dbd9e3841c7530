import { createHash } from 'node:crypto'
import type { Glossary } from '../ask/rules/glossary.ts'
import { withGlossedKeys } from '../ask/rules/glossed-keys.ts'
import type { DatabaseView } from '../ask/rules/knowledge.ts'
import { resolveGlossary } from '../ask/rules/resolve-glossary.ts'
import type { Engine } from '../engines/engine.ts'
import type { Policy } from '../guard/policy.ts'
import type { Restriction } from '../guard/restriction.ts'
import { type Schema, type Table, tableName } from '../guard/schema.ts'
import { filtersOf } from '../guard/table-access.ts'
import type { DatabaseSettings } from '../manage/databases/rules/database-settings.ts'
import type { CacheMemory } from '../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../platform/memory/weighed-cache.ts'
import { runInSlices, type Sliced } from '../platform/values/sliced.ts'
import { type Bounds, boundsOf, type TextColumn, textColumns } from './text-columns.ts'
import { viewWeight } from './view-weight.ts'
import { visibleSchema, visibleTables } from './visible-schema.ts'

/** A cached view with the facts derived from its rules. */
export interface CachedView {
  /** Digest of everything that the view is made of. */
  readonly digest: string
  readonly view: DatabaseView
  /** In schema order. */
  readonly texts: readonly TextColumn[]
  /** Tables with rows per tenant or scope. */
  readonly ownTables: ReadonlySet<string>
  /** Which bounds restrict the rows of each table. */
  readonly bounds: ReadonlyMap<string, Bounds>
}

interface ViewSource {
  readonly database: DatabaseSettings
  readonly schema: Schema
  readonly engine: Pick<Engine, 'name' | 'dialect'>
  readonly restriction: Restriction
}

/**
 * Cache of views by their inputs. Whether a tenant and a scope are bound determines the visible tables and columns, not
 * the bound values, so all callers of one kind share a view; reading an unchanged schema again keeps it. Kinds of
 * callers with equal visibility share it too.
 */
export class ViewCache {
  readonly #views: WeighedCache<CachedView>
  /** By visible content, weakly. */
  readonly #same = new Map<string, WeakRef<DatabaseView>>()
  /** Schemas are the same object until they are read again, policies and glossaries until they change. */
  readonly #schemas = new WeakMap<Schema, string>()
  readonly #written = new WeakMap<Policy | Glossary, string>()

  constructor(memory: CacheMemory) {
    this.#views = memory.cache('views')
  }

  async of(source: ViewSource): Promise<CachedView> {
    const { database, restriction, engine, schema } = source
    // The name of an engine represents its constants, such as its dialect.
    const digest = hash([
      [database.id, database.name, engine.name],
      [await this.#schemaDigest(schema), this.#writtenDigest(database.policy), this.#writtenDigest(database.glossary)],
      [restriction.tenant !== undefined, restriction.scope !== undefined],
    ])
    return await this.#views.read(digest, async () => await runInSlices(this.#make(source, digest)))
  }

  get held(): { readonly bytes: number; readonly entries: number } {
    return this.#views.size
  }

  *#make({ database, schema, engine, restriction }: ViewSource, digest: string) {
    const rules = { schema, policy: database.policy, restriction }
    const folding = engine.dialect.folding(schema)
    const visible = yield* visibleTables(rules, folding)
    const shown = yield* visibleSchema(schema.engine, visible, schema.types)
    // Glossary entries of a hidden column are removed.
    const { glossary } = resolveGlossary(database.glossary, shown.tables, folding)
    const made: DatabaseView = {
      databaseName: database.name,
      engine: engine.name,
      dialectNotes: engine.dialect.notes,
      promptRules: engine.dialect.promptRules,
      dialect: engine.dialect.sql,
      schema: { ...shown, tables: withGlossedKeys(shown.tables, glossary) },
      glossary,
    }
    const content = yield* digestOf(made.schema.tables)
    const id = hash([database.id, database.name, engine.name, content, glossary])
    const view = this.#same.get(id)?.deref() ?? made
    for (const [known, ref] of this.#same) if (ref.deref() === undefined) this.#same.delete(known)
    this.#same.set(id, new WeakRef(view))
    const texts = yield* textColumns(visible, glossary, restriction)
    const ownTables = new Set(
      visible.flatMap((access) => (filtersOf([access]).length > 0 ? [tableName(access.table)] : [])),
    )
    const bounds = new Map(visible.map((access) => [tableName(access.table), boundsOf(access, restriction)]))
    // A shared view is weighed with each of its entries: any of them may become the last one.
    return { value: { digest, texts, ownTables, bounds, view }, bytes: yield* viewWeight(view) }
  }

  async #schemaDigest(schema: Schema): Promise<string> {
    const known = this.#schemas.get(schema)
    if (known !== undefined) return known
    const tables = await runInSlices(digestOf(schema.tables, shapeOf))
    const types = await runInSlices(digestOf(schema.types ?? []))
    const digest = hash([tables, types])
    this.#schemas.set(schema, digest)
    return digest
  }

  #writtenDigest(written: Policy | Glossary): string {
    const digest = this.#written.get(written) ?? hash(written)
    this.#written.set(written, digest)
    return digest
  }
}

/** A table without what changes whenever documents are counted or sampled again. */
const shapeOf = ({ rowCount: _, columns, ...table }: Table) => ({
  ...table,
  columns: columns.map(({ presence: __, ...column }) => column),
})

/** A digest of items as JSON, one after the other. */
function* digestOf<Item>(items: readonly Item[], shape: (item: Item) => unknown = (item) => item): Sliced<string> {
  const hashed = createHash('sha256')
  for (const item of items) {
    hashed.update(JSON.stringify(shape(item))).update('\n')
    yield
  }
  return hashed.digest('base64url')
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
