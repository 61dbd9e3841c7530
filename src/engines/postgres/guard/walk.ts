import { slip } from '../../shared/refuse.ts'
import type { RawNode } from './raw-node.ts'
import type { Scope, TableSource } from './scope.ts'
import type { Tables } from './tables.ts'

/** A place of the query that reads a table of the database. */
export interface TableRead {
  readonly source: TableSource
  /** The `RangeVar` that names it. */
  readonly table: RawNode
  /** Puts another node in the place of the table's. */
  readonly put: (other: RawNode) => unknown
}

/** The WITH tables that a query sees, innermost first. */
export interface WithScope {
  /** The columns of a WITH table in sight. */
  columns(name: string): readonly string[] | undefined
  readonly outer: WithScope | undefined
}

/** Where an expression stands. */
export interface Place {
  readonly scope: Scope | undefined
  readonly withs: WithScope | undefined
}

const TABLES_MAX = 16
const CTES_MAX = 16
/** PostgreSQL's own limit; stars of stars would multiply here before it could object. */
const COLUMNS_MAX = 1_600
/** Each may make a text hundreds of times as long. */
const GROWING_CALLS_MAX = 4

type WalkQuery = (
  walk: Walk,
  select: RawNode,
  place: Place,
  onFirstPart?: (columns: readonly string[]) => void,
) => readonly string[]

/** What is found on the way through one query. */
export class Walk {
  readonly reads: TableRead[] = []
  readonly subselects = new Map<RawNode, string>()
  readonly tables: Tables
  /** How many aggregates are around the place that is looked at. */
  aggregates = 0
  /** Whether columns outside of aggregates are noted. */
  noting = false
  readonly #query: WalkQuery
  #columns = 0
  #ctes = 0
  #growing = 0

  constructor(tables: Tables, query: WalkQuery) {
    this.tables = tables
    this.#query = query
  }

  /** @returns the names of its result columns */
  query(select: RawNode, place: Place, onFirstPart?: (columns: readonly string[]) => void): readonly string[] {
    return this.#query(this, select, place, onFirstPart)
  }

  read(table: TableRead): void {
    this.reads.push(table)
    if (this.reads.length > TABLES_MAX) throw slip('too_many_tables', `Read at most ${TABLES_MAX} tables in one query.`)
  }

  countColumns(count: number): void {
    this.#columns += count
    if (count > COLUMNS_MAX || this.#columns > 10 * COLUMNS_MAX)
      throw slip('too_many_columns', 'The query has too many columns.')
  }

  countCte(): void {
    if (++this.#ctes > CTES_MAX) throw slip('too_many_tables', `Write at most ${CTES_MAX} WITH tables.`)
  }

  countGrowing(): void {
    if (++this.#growing > GROWING_CALLS_MAX)
      throw slip('too_large', `Call repeat, lpad and rpad at most ${GROWING_CALLS_MAX} times.`)
  }
}
