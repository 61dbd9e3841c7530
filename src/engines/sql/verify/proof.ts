import type { NameFolding } from '../../../guard/name-folding.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Column, Schema } from '../../../guard/schema.ts'
import type { Gate } from '../text/gated-text.ts'

/** What the verifier must know of a dialect: lists, and what its filters look like to the parser. */
export interface Proof {
  readonly gate: Gate
  /** In small letters. */
  readonly functions: ReadonlySet<string>
  /** Variants of the parser's tree that may occur. */
  readonly forms: ReadonlySet<string>
  /** Functions whose rows may be read like those of a table, in small letters, and written like one. */
  readonly rowFunctions: ReadonlySet<string>
  /**
   * Other forms of such functions, with what in each is an expression; undefined for one that is not as it should be.
   */
  readonly rowForms: ReadonlyMap<string, (content: unknown) => unknown>
  readonly withSeesLater: boolean
  folding(schema: Schema): NameFolding
  /** The quote of every name in a filter. */
  readonly quote: string
  /** Whether a condition says that a column is this value, and of no other. */
  isEqual(condition: unknown, column: Column, value: BoundValue, parameters: readonly BoundValue[]): boolean
  /**
   * The column that a child and a parent are compared by, if the comparison is as exact as their types ask for.
   *
   * @param side of the comparison, as the parser sees it
   */
  keyColumn(side: readonly unknown[], child: Column, parent: Column): string | undefined
  /**
   * Which tables must be read to their end before anything of the query sees a row.
   *
   * @param statement as the parser sees it
   */
  fences(statement: unknown, schema: Schema): 'none' | 'children' | 'all'
  /** Whether tables are marked at all; else whoever runs a statement sees to it. */
  readonly marksFences: boolean
  /** Whether a LIMIT clause is the mark of such a table. */
  isFence(limit: unknown): boolean
}
