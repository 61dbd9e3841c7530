import type { Policy } from '../../../../src/guard/policy.ts'
import type { Choose } from '../query-grammar.ts'
import type { Room } from './hidden-values.ts'
import type { ShapedQuery } from './sql-shapes.ts'
import type { Others, View } from './twin-tables.ts'

/** Values that occur in either database, visible or not, as they are. */
export interface Constants {
  readonly integers: readonly [string, ...string[]]
  readonly texts: readonly [string, ...string[]]
}

/** What noninterference must know of an engine. */
export interface EngineTwins {
  /** So many queries for each caller in `npm test`. */
  readonly cases: number
  readonly room: Room
  /** What the policy says of tables beside those of the fixture. */
  readonly moreTables?: Policy['tables']
  /** Adds those tables to a database, and has the server count its values. */
  settle(address: string, others: Others, view: View): Promise<void>
  /**
   * Ways to have a server look at rows in another order, each tried on a database of visible rows alone. What is told
   * the addresses of the two may make it plan as for one of them.
   */
  /** Drafts that would take long on a long hidden text, were they tried on it. */
  readonly stretching: readonly string[]
  readonly plans: readonly ((address: string, twins: readonly string[]) => Promise<void>)[]
  /** What writes queries in all of the words that the guard lets pass. */
  grammar(address: string, constants: Constants): Promise<(choose: Choose) => ShapedQuery>
}
