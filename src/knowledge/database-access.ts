import type { AuthorizationRevision } from '../access/rules/authorization-revision.ts'
import type { Caller } from '../access/rules/caller.ts'
import { type Catalog, EMPTY_CATALOG, publishedCatalog } from '../ask/rules/catalog.ts'
import type { ColumnProfile, ProfiledColumn } from '../ask/rules/column-profile.ts'
import type { ExploreCommand, ExploreResult } from '../ask/rules/explore-command.ts'
import type { DatabaseView, Knowledge, VisibleTable } from '../ask/rules/knowledge.ts'
import type { Engine } from '../engines/engine.ts'
import { makeCallerPolicy, makeEffectivePolicy } from '../guard/effective-policy.ts'
import type { GuardResult } from '../guard/guarded-query.ts'
import type { IncludePatterns } from '../guard/included-tables.ts'
import { type Restriction, restrict, sampleRestriction } from '../guard/restriction.ts'
import type { Schema } from '../guard/schema.ts'
import type { DatabaseSettings } from '../manage/databases/rules/database-settings.ts'
import type { IndexCause } from '../manage/jobs/rules/job.ts'
import type { ColumnConstant } from '../manage/patterns/rules/template/column-constant.ts'
import type { CacheMemory } from '../platform/memory/cache-memory.ts'
import { Problem } from '../platform/problems/problem.ts'
import { mapSliced, runInSlices } from '../platform/values/sliced.ts'
import { CallerSchemas } from './documents/caller-schemas.ts'
import { type ExploredFor, type KnowledgeQuestion, KnowledgeReader, type KnowledgeRequest } from './knowledge-reader.ts'
import { sharedTexts } from './known-texts.ts'
import { searchTables } from './retrieval/search-tables.ts'

/** The store of connected databases. */
interface DatabaseStore {
  database(caller: Caller, databaseId: string, asOf?: AuthorizationRevision): Promise<DatabaseSettings | undefined>
  databaseAddress(caller: Caller, databaseId: string, asOf?: AuthorizationRevision): Promise<string | undefined>
  /** Undefined before it was indexed. */
  catalog(caller: Caller, databaseId: string, asOf?: AuthorizationRevision): Promise<Catalog | undefined>
  /** The current revision, if reads are cached by revision. */
  revision?(caller: Caller): Promise<AuthorizationRevision>
}

interface OpenDatabase {
  /** With the effective policy for this schema (`makeEffectivePolicy`, `makeCallerPolicy`). */
  readonly database: DatabaseSettings
  readonly engine: Engine
  readonly address: string
  readonly schema: Schema
}

interface OpenAsCaller extends OpenDatabase {
  readonly restriction: Restriction
}

/** Connected databases, for the steps of a turn. Settings are at least as recent as the given revision; without one they are current. */
export interface DatabaseAccess {
  /** @throws Problem `database_not_found` */
  database(caller: Caller, databaseId: string, asOf?: AuthorizationRevision): Promise<DatabaseSettings>
  /**
   * A database with its engine and full schema, for its managers.
   *
   * @throws Problem `database_not_found`, `database_unreachable`
   */
  openDatabase(caller: Caller, databaseId: string, asOf?: AuthorizationRevision): Promise<OpenDatabase>
  /**
   * Checks a query with the guard of its database, for a placeholder tenant. Each caller's own query is guarded again.
   *
   * @throws as `openDatabase`
   */
  judgeForAnyone(caller: Caller, databaseId: string, query: string): Promise<GuardResult>
  /**
   * As `openDatabase`, for a guarded query of a caller: its schema omits names that only documents of other tenants
   * have.
   *
   * @throws as `openDatabase`, and every problem of `restrict`
   */
  openAsCaller(caller: Caller, databaseId: string, asOf?: AuthorizationRevision): Promise<OpenAsCaller>
  /**
   * What a planner may know on behalf of this caller for one question. Names in the question that are not found in time
   * are left out.
   *
   * @throws as `openAsCaller`; an AbortError when the signal aborts
   */
  knowledge(
    caller: Caller,
    databaseId: string,
    asked: KnowledgeQuestion,
    signal?: AbortSignal,
    asOf?: AuthorizationRevision,
  ): Promise<Knowledge>
  /**
   * The tables that this caller may see: all, or those that words name, best first.
   *
   * @throws as `knowledge`
   */
  visibleTables(
    caller: Caller,
    databaseId: string,
    words: string | undefined,
    signal?: AbortSignal,
    asOf?: AuthorizationRevision,
  ): Promise<{ readonly view: DatabaseView; readonly tables: readonly VisibleTable[] }>
  /** Answers explore requests of a planner on behalf of this caller. @throws as `knowledge` */
  explore(
    caller: Caller,
    databaseId: string,
    requests: readonly ExploreCommand[],
    asked: ExploredFor,
    signal?: AbortSignal,
    asOf?: AuthorizationRevision,
  ): Promise<ExploreResult>
  /**
   * Profiles of columns in this caller's rows. Never fails: columns that cannot be read in time are left out.
   *
   * @throws an AbortError when the signal aborts
   */
  profiles(
    caller: Caller,
    databaseId: string,
    columns: readonly ProfiledColumn[],
    signal?: AbortSignal,
    asOf?: AuthorizationRevision,
  ): Promise<readonly ColumnProfile[]>
  /**
   * Whether this caller's rows contain all these constants, by one guarded query each. Never fails: a constant whose
   * look-up is refused, fails, or times out counts as missing.
   */
  holds(
    caller: Caller,
    databaseId: string,
    constants: readonly ColumnConstant[],
    signal?: AbortSignal,
    asOf?: AuthorizationRevision,
  ): Promise<boolean>
  /**
   * Whether a text is a category shared by all tenants of a database, for its managers. Reads the catalog only; without
   * a catalog there are none.
   */
  sharedTexts(caller: Caller, databaseId: string): Promise<(text: string) => boolean>
  /**
   * Reports that a database does not know a name of its schema: the schema is read again for the next caller, and a job
   * indexes the database. At most once in ten minutes per database.
   *
   * @throws Problem as `database`
   */
  outdated(caller: Caller, databaseId: string): Promise<void>
}

/** Why a database should be indexed without a request. */
type AutomaticCause = Exclude<IndexCause, 'request' | 'schedule'>

interface AccessOptions {
  /** Called at most once in ten minutes per database; has to return at once. */
  onOutdated?(caller: Caller, databaseId: string, cause: AutomaticCause): void
  /** Time limit for looking up names of a question, or constants of a verified query, in ms; default 500. */
  readonly lookUpMs?: number
  /** Time limit for reading the fields of a caller's own documents, in ms; default 1,500. */
  readonly readMs?: number
}

/** Maximum age of a schema: new tables appear within this time. */
const SCHEMA_MS = 60_000
/** Memory of a schema with its indexes, in bytes per character of its JSON (`bench/tables.ts`). */
const BYTES_PER_CHARACTER = 3
const DESCRIBE_MS = 15_000

/** Minimum interval between two requests to index a database. */
const REQUEST_INTERVAL_MS = 10 * 60_000
const REQUEST_BYTES = 200

/** Caches schemas and values for all callers who may share them. */
export const databaseAccess = (
  store: DatabaseStore,
  engines: readonly Engine[],
  memory: CacheMemory,
  { onOutdated, ...times }: AccessOptions = {},
): DatabaseAccess & { close(): void } => {
  const reader = new KnowledgeReader(memory, times)
  const callerSchemas = new CallerSchemas(memory, times)
  const schemas = memory.cache<Schema>('schemas', SCHEMA_MS)
  const requested = memory.cache<true>('indexing-requests', REQUEST_INTERVAL_MS)

  const database: DatabaseAccess['database'] = async (caller, databaseId, asOf) => {
    const found = await store.database(caller, databaseId, asOf)
    if (found === undefined) throw new Problem('database_not_found')
    return found
  }
  const located = async (caller: Caller, databaseId: string, asOf: AuthorizationRevision | undefined) => {
    const revision = asOf ?? (await store.revision?.(caller))
    const [settings, address] = await Promise.all([
      database(caller, databaseId, revision),
      store.databaseAddress(caller, databaseId, revision),
    ])
    const engine = engines.find((candidate) => candidate.name === settings.engine)
    if (engine === undefined || address === undefined) throw new Problem('database_unreachable')
    const key = JSON.stringify([databaseId, engine.name, address, settings.include ?? null])
    return { database: settings, engine, address, key }
  }
  const described = async (caller: Caller, databaseId: string, asOf: AuthorizationRevision | undefined) => {
    const open = await located(caller, databaseId, asOf)
    const { key, engine, address, database: settings } = open
    const schema = await schemas.read(key, async () => {
      const value = await describe(engine, { address, include: settings.include }, caller)
      const sizes = await runInSlices(mapSliced(value.tables, (table) => JSON.stringify(table).length))
      return { value, bytes: BYTES_PER_CHARACTER * sizes.reduce((sum, size) => sum + size, 0) }
    })
    return { ...open, schema }
  }
  const openDatabase: DatabaseAccess['openDatabase'] = async (caller, databaseId, asOf) => {
    const { key: _, ...open } = await described(caller, databaseId, asOf)
    const folding = open.engine.dialect.folding(open.schema)
    const policy = await runInSlices(makeEffectivePolicy(open.database.policy, open.schema, folding))
    return { ...open, database: { ...open.database, policy } }
  }
  const openWith = async (
    caller: Caller,
    { key, ...open }: Awaited<ReturnType<typeof described>>,
    catalog: Catalog,
  ): Promise<OpenAsCaller> => {
    const restriction = restrict(caller, open.database)
    const published = publishedCatalog(catalog, open.database)
    const schema = await callerSchemas.of({ ...open, key, restriction, caller, catalog: published })
    const folding = open.engine.dialect.folding(schema)
    const isUnscoped = restriction.tenant === undefined && restriction.scope === undefined
    const isWhole = isUnscoped || open.engine.dialect.documents === undefined
    const make = isWhole ? makeEffectivePolicy : makeCallerPolicy
    const policy = await runInSlices(make(open.database.policy, schema, folding))
    return { ...open, database: { ...open.database, policy }, restriction, schema }
  }
  const openAsCaller: DatabaseAccess['openAsCaller'] = async (caller, databaseId, asOf) => {
    const revision = asOf ?? (await store.revision?.(caller))
    const open = await described(caller, databaseId, revision)
    const isOfDocuments = open.engine.dialect.documents !== undefined
    const catalog = isOfDocuments ? await store.catalog(caller, databaseId, revision) : undefined
    return await openWith(caller, open, catalog ?? EMPTY_CATALOG)
  }
  /** @returns whether indexing was requested */
  const requestIndexing = (caller: Caller, databaseId: string, cause: AutomaticCause): boolean => {
    if (requested.get(databaseId) === true) return false
    requested.set(databaseId, { value: true, bytes: REQUEST_BYTES })
    onOutdated?.(caller, databaseId, cause)
    return true
  }
  const requestOf = async (
    caller: Caller,
    databaseId: string,
    signal = new AbortController().signal,
    asOf?: AuthorizationRevision,
  ): Promise<Omit<KnowledgeRequest, 'asked'>> => {
    const revision = asOf ?? (await store.revision?.(caller))
    const [open, catalog] = await Promise.all([
      described(caller, databaseId, revision),
      store.catalog(caller, databaseId, revision),
    ])
    const opened = await openWith(caller, open, catalog ?? EMPTY_CATALOG)
    if (catalog === undefined) requestIndexing(caller, databaseId, 'unread')
    return { ...opened, catalog: catalog ?? EMPTY_CATALOG, signal }
  }
  return {
    database,
    openDatabase,
    async judgeForAnyone(caller, databaseId, query) {
      const { database: settings, engine, schema } = await openDatabase(caller, databaseId)
      const rules = { schema, policy: settings.policy, restriction: sampleRestriction(settings) }
      return await engine.guard(query, rules, caller)
    },
    openAsCaller,
    knowledge: async (caller, databaseId, asked, ...when) =>
      reader.read({ ...(await requestOf(caller, databaseId, ...when)), asked }),
    async visibleTables(caller, databaseId, words, ...when) {
      const request = await requestOf(caller, databaseId, ...when)
      const { view } = await reader.read({ ...request, asked: { question: '', recentTurns: [] } })
      const tables = words === undefined ? view.schema.tables : await runInSlices(searchTables(view, words))
      return { view, tables }
    },
    explore: async (caller, databaseId, requests, asked, ...when) =>
      reader.explore({ ...(await requestOf(caller, databaseId, ...when)), ...asked }, requests),
    async profiles(caller, databaseId, columns, signal, asOf) {
      try {
        return await reader.profiles(await requestOf(caller, databaseId, signal, asOf), columns)
      } catch {
        signal?.throwIfAborted()
        return []
      }
    },
    async holds(caller, databaseId, constants, ...when) {
      try {
        return await reader.holds(await requestOf(caller, databaseId, ...when), constants)
      } catch {
        return false
      }
    },
    async sharedTexts(caller, databaseId) {
      const [settings, catalog = EMPTY_CATALOG] = await Promise.all([
        store.database(caller, databaseId),
        store.catalog(caller, databaseId),
      ])
      return await sharedTexts(settings === undefined ? [] : publishedCatalog(catalog, settings).columns)
    },
    async outdated(caller, databaseId) {
      const { key } = await located(caller, databaseId, undefined)
      if (requestIndexing(caller, databaseId, 'name_gone')) schemas.delete(key)
    },
    close: () => reader.close(),
  }
}

/** The time limit is shorter than that of the waiting step; a retry would take as long. */
const describe = async (
  engine: Engine,
  { address, include }: { readonly address: string; readonly include: IncludePatterns },
  owner: Caller,
): Promise<Schema> => {
  const signal = AbortSignal.timeout(DESCRIBE_MS)
  try {
    return await engine.describe(address, signal, owner, include)
  } catch (cause) {
    throw signal.aborted ? new Problem('database_connect_timeout', { transient: false, retryable: true, cause }) : cause
  }
}
