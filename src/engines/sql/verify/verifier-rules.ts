import type { NameFolding } from '../../../guard/name-folding.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Column, Schema } from '../../../guard/schema.ts'
import type { Gate } from '../text/gated-text.ts'

/** What the verifier knows about a dialect: allow-lists, and the form of its filters in the parser's tree. */
export interface VerifierRules {
  readonly gate: Gate
  /** In lower case. */
  readonly functions: ReadonlySet<string>
  /** Allowed variants of the parser's tree. */
  readonly forms: ReadonlySet<string>
  /** Table functions in table notation, lower case. */
  readonly rowFunctions: ReadonlySet<string>
  /** Other forms of table functions, with their expression; undefined if malformed. */
  readonly rowForms: ReadonlyMap<string, (content: unknown) => unknown>
  readonly withSeesLater: boolean
  folding(schema: Schema): NameFolding
  /** The quote character of names in filters. */
  readonly quote: string
  /** Whether a condition compares a column with exactly this value. */
  isEqual(condition: unknown, column: Column, value: BoundValue, parameters: readonly BoundValue[]): boolean
  /**
   * The column by which a child and a parent are compared, if the comparison is as exact as their types require.
   *
   * @param side of the comparison, as the parser's nodes
   */
  keyColumn(side: readonly unknown[], child: Column, parent: Column): string | undefined
  /**
   * Which tables must be materialized before any other part of the query sees their rows.
   *
   * @param statement as the parser's tree
   */
  fences(statement: unknown, schema: Schema): 'none' | 'children' | 'all'
  /** Whether statements mark fences at all; otherwise the process that runs them enforces them. */
  readonly marksFences: boolean
  /** Whether a LIMIT clause is a fence mark. */
  isFence(limit: unknown): boolean
}
