import type { ResultColumn } from '../../../src/domain/ask/outcome.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { Engine } from '../../../src/engines/engine.ts'
import type { FixtureTable, FixtureType } from './fixture-table.ts'

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

  /** Honest queries on the fixture, dozens of them. */
  readonly queries: readonly OracleQuery[]
  /** Drafts on the fixture that the guard must refuse, by reason. */
  readonly refused: Readonly<Record<string, readonly string[]>>
  /** Pairs that differ in one name: of what a caller must not learn about, and of nothing. */
  readonly alike: readonly AlikeDrafts[]
  readonly drafts: ContractDrafts
  /** The documented mapping of the engine's values to plain JSON. */
  readonly values: readonly ValueCase[]

  /**
   * How many queries of this process run right now, in the eyes of the system or of the server. Absent where neither
   * can tell.
   */
  running?(): Promise<number>
  /** Kills what runs queries, as the system or an administrator might; or why this engine has nothing of the kind. */
  readonly kill: (() => Promise<void>) | { readonly none: string }
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
  /** Queries that would run for hours without a row. The first reads no table. */
  readonly endless: readonly [string, ...string[]]
  /** A query that has rows for ever, where the language can say that. */
  readonly endlessRows?: string
  /** Queries that would take more memory than a query may. */
  readonly hungry: readonly string[]
}

export interface ValueCase {
  readonly name: string
  readonly draft: string
  readonly columns: readonly ResultColumn[]
  readonly cells: readonly (readonly Json[])[]
}
