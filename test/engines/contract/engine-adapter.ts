import type { ResultColumn } from '../../../src/ask/rules/outcome.ts'
import type { Engine } from '../../../src/engines/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { QueryCandidate, Refusal } from '../../../src/guard/guarded-query.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import type { FixtureTable, FixtureType } from './fixture-table.ts'
import type { Choose } from './query-grammar.ts'
import type { Weakened } from './weakened-sql.ts'

/** What the contract needs from an engine. Drafts are in the engine's own language. */
export interface EngineAdapter {
  readonly name: string
  /** Starts a new engine with default settings; several may run at the same time. */
  start(): Engine
  /** Creates a separate database with these tables only. */
  load(tables: readonly FixtureTable[]): Promise<LoadedDatabase>
  /** Addresses without a database, and addresses that are invalid for this engine. */
  readonly unreachable: readonly string[]
  /** The type of a fixture column as `describe` returns it. */
  declared(type: FixtureType): string
  /** The name of a fixture table in policies, if it is not the unqualified name. */
  tableName?(name: string): string
  /** The name of a key column of the fixture in policies, if it differs. */
  readonly keyName?: string
  /** The expected description of a table, if the engine infers it from rows. */
  found?(table: FixtureTable): FoundTable

  /** Generator of queries; absent if the engine uses the shared SQL generator. */
  readonly generated?: GeneratedDrafts
  /** Legitimate queries on the fixture. */
  readonly queries: readonly OracleQuery[]
  /** Drafts on the fixture that the guard must refuse, by reason. */
  readonly refused: Readonly<Record<string, readonly string[]>>
  /** Drafts with the maximum nesting; absent if the language has no nesting. */
  readonly deep?: readonly string[]
  /** Pairs of drafts that differ in one name: that of a hidden object, and that of a missing one. */
  readonly alike: readonly AlikeDrafts[]
  readonly drafts: ContractDrafts
  /** Drafts on `articles` and `paragraphs`, which have large cells. */
  readonly large: LargeDrafts
  /** The documented mapping of the engine's values to plain JSON. */
  readonly values: readonly ValueCase[]

  /** Expressions that fail; absent if the language has none. */
  readonly failing?: EngineFailing

  /** The protection without a guard, such as read-only transactions; absent if it cannot be tested alone. */
  readonly unguarded?: EngineUnguarded

  /** Absent if the verifier cannot be called alone. */
  readonly verifier?: EngineVerifier
  /** The reasons among `refused` that are not repairable; all others are mistakes that a better draft avoids. */
  readonly attacks: readonly string[]

  /**
   * How many queries of this process run now, according to the operating system or the server. Absent if neither can
   * report it.
   */
  running?(): Promise<number>
  /** Whether rerunning a query stops its earlier run on the server. */
  readonly endsEarlier?: true
  /** Kills the process or connection that runs queries, as an administrator might; or why that is impossible. */
  readonly kill: (() => Promise<void>) | { readonly none: string }
}

export interface GeneratedDrafts {
  /** Number of drafts per run. */
  readonly cases: number
  /** A legitimate query on the fixture whose result does not depend on row order. */
  draft(choose: Choose): string
}

/** Expressions that fail at run time on one row. */
export interface EngineFailing {
  /** An integer expression that fails if the column has this value. */
  at(column: string, value: number): string
  /** The text that fences a filtered table; null if every filter is a fence. */
  readonly fence: string | null
  /** Further drafts of this engine that fail on a row of tenant 2 in a table filtered through its parent. */
  readonly more: readonly string[]
  /** Drafts that read plans, costs or statistics of all rows, or that measure time. */
  readonly spying: readonly string[]
}

/** The description of a table. */
export interface FoundTable {
  readonly columns: readonly { readonly name: string; readonly type: string; readonly nullable: boolean }[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly {
    readonly columns: readonly string[]
    readonly refTable: string
    readonly refColumns: readonly string[]
  }[]
}

/** Runs statements that neither guard nor verifier has checked. */
export interface EngineUnguarded {
  /** Runs a statement; its result is ignored. */
  run(address: string, statement: string, timeoutMs: number): Promise<unknown>
  /** Statements of this engine that change rows, tables, files, settings or transactions. */
  readonly writes: readonly string[]
  /** A statement that would run for hours. */
  readonly endless: string
  close(): Promise<void>
}

/** The verifier alone. */
export interface EngineVerifier {
  /** @returns undefined if it accepts */
  verify(candidate: QueryCandidate, rules: GuardRules): Promise<Refusal | undefined>
  /** Variants of a guarded statement, each with one filter weakened or removed. */
  weakened(statement: string): readonly Weakened[]
  close?(): Promise<void>
}

export interface LoadedDatabase {
  readonly address: string
  /** Runs a query without a guard; cells have the form of the engine's results. */
  find(query: string): Promise<readonly (readonly Json[])[]>
  remove(): Promise<void>
}

export interface OracleQuery {
  readonly draft: string
  /** Whether the query defines the order of its rows. */
  readonly ordered: boolean
}

export interface AlikeDrafts {
  readonly secret: { readonly draft: string; readonly name: string }
  readonly nothing: { readonly draft: string; readonly name: string }
}

export interface ContractDrafts {
  /** Returns one row without reading a table. */
  readonly one: string
  /** Returns `n`, the number of rows of `orders`. */
  readonly countOrders: string
  /** Returns only the ids of all rows of `orders`. */
  readonly orderIds: string
  /**
   * Queries that run for hours without returning a row. The first reads no table. Empty if the available server could not
   * stop them: tests of the engine itself cover cancellation then.
   */
  readonly endless: readonly string[]
  /** A query that returns endless rows, if the language has one. */
  readonly endlessRows?: string
  /** Queries that exceed the memory limit. */
  readonly hungry: readonly string[]
}

export interface LargeDrafts {
  /** `id`, `body` and `stars` of all articles, by `id`. */
  readonly articles: string
  /** `body` of all paragraphs. */
  readonly paragraphs: string
  /** `a` and `b`: the ids of all pairs of paragraphs, ordered. */
  readonly pairs: string
  /** `n`, the number of paragraphs, and `all`, their bodies in one cell; one query per aggregate function of the engine. */
  readonly aggregated: readonly string[]
}

export interface ValueCase {
  readonly name: string
  readonly draft: string
  readonly columns: readonly ResultColumn[]
  readonly cells: readonly (readonly Json[])[]
}
