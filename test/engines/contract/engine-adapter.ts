import type { ResultColumn } from '../../../src/ask/rules/outcome.ts'
import type { Engine } from '../../../src/engines/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { QueryCandidate, Refusal } from '../../../src/guard/guarded-query.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import type { FixtureTable, FixtureType } from './fixture-table.ts'
import type { Choose } from './query-grammar.ts'
import type { Weakened } from './weakened-sql.ts'

/** What the contract must know of an engine to try it. Drafts are in the engine's own language. */
export interface EngineAdapter {
  readonly name: string
  /** A new engine, as it runs by default. Several live side by side. */
  start(): Engine
  /** Makes a database of these tables, and of none beside them, in a place of its own. */
  load(tables: readonly FixtureTable[]): Promise<LoadedDatabase>
  /** Addresses of this engine that lead to no database, and addresses that are none of this engine's. */
  readonly unreachable: readonly string[]
  /** How `describe` names the type of a column of the fixture. */
  declared(type: FixtureType): string
  /** How policies name a table of the fixture, where that is not its bare name. */
  tableName?(name: string): string
  /** How policies name a column that is a key of the fixture, where that is not its name. */
  readonly keyName?: string
  /** What is described of a table, where nothing is declared and all is found in rows. */
  found?(table: FixtureTable): FoundTable

  /** How queries are generated; absent where they are those in the SQL that engines share. */
  readonly generated?: GeneratedDrafts
  /** Honest queries on the fixture, dozens of them. */
  readonly queries: readonly OracleQuery[]
  /** Drafts on the fixture that the guard must refuse, by reason. */
  readonly refused: Readonly<Record<string, readonly string[]>>
  /** Drafts that are nested as deep as they may be; absent where the language has no such depth. */
  readonly deep?: readonly string[]
  /** Pairs that differ in one name: of what a caller must not learn about, and of nothing. */
  readonly alike: readonly AlikeDrafts[]
  readonly drafts: ContractDrafts
  /** Drafts on `articles` and `paragraphs`, which have large cells. */
  readonly large: LargeDrafts
  /** The documented mapping of the engine's values to plain JSON. */
  readonly values: readonly ValueCase[]

  /** How an expression fails; absent where languages have no such thing. */
  readonly failing?: EngineFailing

  /** The engine's own last wall; absent where it cannot be tried alone. */
  readonly unguarded?: EngineUnguarded

  /** Absent where what verifies cannot be asked alone. */
  readonly verifier?: EngineVerifier
  /** The reasons among `refused` that no better draft would mend; all others are slips. */
  readonly attacks: readonly string[]

  /**
   * How many queries of this process run right now, in the eyes of the system or of the server. Absent where neither
   * can tell.
   */
  running?(): Promise<number>
  /** Whether a query that is run again ends what the server still does for the run before. */
  readonly endsEarlier?: true
  /** Kills what runs queries, as the system or an administrator might; or why this engine has nothing of the kind. */
  readonly kill: (() => Promise<void>) | { readonly none: string }
}

export interface GeneratedDrafts {
  /** So many for each run. */
  readonly cases: number
  /** An honest query on the fixture whose rows do not depend on their order. */
  draft(choose: Choose): string
}

/** Expressions that fail on one row. */
export interface EngineFailing {
  /** A whole number that cannot be computed where a column has this value. */
  at(column: string, value: number): string
  /** What keeps a query from a table until it is filtered; null where every filter does. */
  readonly fence: string | null
  /** Drafts of the engine's own that fail on a row of tenant 2 in a table that is seen through another. */
  readonly more: readonly string[]
  /** Drafts that ask for plans, costs, statistics of all rows, or how long something takes. */
  readonly spying: readonly string[]
}

/** What describing tells of a table. */
export interface FoundTable {
  readonly columns: readonly { readonly name: string; readonly type: string; readonly nullable: boolean }[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly {
    readonly columns: readonly string[]
    readonly refTable: string
    readonly refColumns: readonly string[]
  }[]
}

/** What runs queries, as if every guard and every verifier had let them through. */
export interface EngineUnguarded {
  /** Runs a statement; what comes of it does not matter. */
  run(address: string, statement: string, timeoutMs: number): Promise<unknown>
  /** Statements of this engine's own that would change something: rows, tables, files, settings, transactions. */
  readonly writes: readonly string[]
  /** A statement that would run for hours. */
  readonly endless: string
  close(): Promise<void>
}

/** The second judgement of a statement, by itself. */
export interface EngineVerifier {
  /** @returns undefined for what it accepts */
  verify(candidate: QueryCandidate, rules: GuardRules): Promise<Refusal | undefined>
  /** A guarded statement with each of its filters weakened or taken away, one at a time. */
  weakened(statement: string): readonly Weakened[]
  close?(): Promise<void>
}

export interface LoadedDatabase {
  readonly address: string
  /** What a query finds there without any guard, cells in the form of the engine's results. */
  find(query: string): Promise<readonly (readonly Json[])[]>
  remove(): Promise<void>
}

export interface OracleQuery {
  readonly draft: string
  /** Whether it says in which order its rows come. */
  readonly ordered: boolean
}

export interface AlikeDrafts {
  readonly secret: { readonly draft: string; readonly name: string }
  readonly nothing: { readonly draft: string; readonly name: string }
}

export interface ContractDrafts {
  /** One row, of no table. */
  readonly one: string
  /** `n`: how many rows of `orders` there are. */
  readonly countOrders: string
  /** The ids of all rows of `orders`, and nothing else. */
  readonly orderIds: string
  /**
   * Queries that would run for hours without a row. The first reads no table. None where the server at hand could not
   * stop them: what that leaves out is tried by the engine's own tests.
   */
  readonly endless: readonly string[]
  /** A query that has rows for ever, where the language can say that. */
  readonly endlessRows?: string
  /** Queries that would take more memory than a query may. */
  readonly hungry: readonly string[]
}

export interface LargeDrafts {
  /** `id`, `body` and `stars` of all articles, by `id`. */
  readonly articles: string
  /** `body` of all paragraphs. */
  readonly paragraphs: string
  /** `a` and `b`: the ids of each paragraph beside those of each paragraph, in their order. */
  readonly pairs: string
  /** `n`, how many paragraphs there are, and `all`, their bodies in one cell, in all or by groups: each way that there is. */
  readonly aggregated: readonly string[]
}

export interface ValueCase {
  readonly name: string
  readonly draft: string
  readonly columns: readonly ResultColumn[]
  readonly cells: readonly (readonly Json[])[]
}
