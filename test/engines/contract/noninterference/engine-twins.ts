import type { Policy } from '../../../../src/guard/policy.ts'
import type { Choose } from '../query-grammar.ts'
import type { Room } from './hidden-values.ts'
import type { ShapedQuery } from './sql-shapes.ts'
import type { Others, View } from './twin-tables.ts'

/** Unquoted values of both databases, visible or hidden. */
export interface Constants {
  readonly integers: readonly [string, ...string[]]
  readonly texts: readonly [string, ...string[]]
}

/** What the noninterference tests need from an engine. */
export interface EngineTwins {
  /** Number of queries per caller in `npm test`. */
  readonly cases: number
  readonly room: Room
  /** Policy entries of tables that the fixture does not have. */
  readonly moreTables?: Policy['tables']
  /** Adds those tables to a database and updates its statistics. */
  settle(address: string, others: Others, view: View): Promise<void>
  /**
   * Ways to make a server read rows in another order, each applied to a database with visible rows only. The addresses of
   * the two databases let it copy their statistics.
   */
  /** Drafts that take long if they are evaluated on a long hidden text. */
  readonly stretching: readonly string[]
  readonly plans: readonly ((address: string, twins: readonly string[]) => Promise<void>)[]
  /** Writes queries with every function and operator that the guard allows. */
  grammar(address: string, constants: Constants): Promise<(choose: Choose) => ShapedQuery>
}
