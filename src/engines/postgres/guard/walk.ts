import { repairableRefusal } from '../../shared/refuse.ts'
import type { RawNode } from './raw-node.ts'
import type { Scope, TableSource } from './scope.ts'
import type { Tables } from './tables.ts'

/** An occurrence of a database table in a query. */
export interface TableRead {
  readonly source: TableSource
  /** Its `RangeVar` node. */
  readonly table: RawNode
  /** Replaces the table's node. */
  readonly replace: (other: RawNode) => unknown
}

/** The WITH tables visible to a query, innermost first. */
export interface WithScope {
  /** The columns of a visible WITH table. */
  columns(name: string): readonly string[] | undefined
  readonly outer: WithScope | undefined
}

/** The context of an expression. */
export interface WalkContext {
  readonly scope: Scope | undefined
  readonly withs: WithScope | undefined
}

const TABLES_MAX = 16
const CTES_MAX = 16
/** PostgreSQL's limit; nested `*` would otherwise multiply here first. */
const COLUMNS_MAX = 1_600
/** Each may lengthen a text a hundredfold. */
const GROWING_CALLS_MAX = 4

type WalkQuery = (
  walk: Walk,
  select: RawNode,
  place: WalkContext,
  onFirstPart?: (columns: readonly string[]) => void,
) => readonly string[]

/** The state and results of walking one query. */
export class Walk {
  readonly reads: TableRead[] = []
  readonly subselects = new Map<RawNode, string>()
  readonly tables: Tables
  /** Number of enclosing aggregates. */
  aggregates = 0
  /** Whether to record columns used outside of aggregates. */
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
  query(select: RawNode, place: WalkContext, onFirstPart?: (columns: readonly string[]) => void): readonly string[] {
    return this.#query(this, select, place, onFirstPart)
  }

  read(table: TableRead): void {
    this.reads.push(table)
    if (this.reads.length > TABLES_MAX)
      throw repairableRefusal('too_many_tables', `Read at most ${TABLES_MAX} tables in one query.`)
  }

  countColumns(count: number): void {
    this.#columns += count
    if (count > COLUMNS_MAX || this.#columns > 10 * COLUMNS_MAX)
      throw repairableRefusal('too_many_columns', 'The query has too many columns.')
  }

  countCte(): void {
    if (++this.#ctes > CTES_MAX) throw repairableRefusal('too_many_tables', `Write at most ${CTES_MAX} WITH tables.`)
  }

  countGrowing(): void {
    if (++this.#growing > GROWING_CALLS_MAX)
      throw repairableRefusal('too_large', `Call repeat, lpad and rpad at most ${GROWING_CALLS_MAX} times.`)
  }
}
