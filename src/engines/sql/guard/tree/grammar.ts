/** What a dialect allows in a query, by the parser's names; everything else is refused. */
export interface Grammar {
  /** Functions without side effects that read only their arguments, lower case. */
  readonly functions: ReadonlySet<string>
  /**
   * Checks the arguments of an allowed function.
   *
   * @param name in lower case
   * @returns the arguments that are expressions
   * @throws Refused
   */
  argumentsOf?(name: string, args: readonly unknown[]): readonly unknown[]
  readonly operators: ReadonlySet<string>
  /** Types of CAST. */
  readonly types: ReadonlySet<string>
  readonly collations: ReadonlySet<string>
  readonly literals: ReadonlySet<string>
  /** Additional expression forms of the dialect, and a reader for the expressions in each. */
  readonly forms: ReadonlyMap<string, FormReader>
  /** Clauses allowed among function arguments, and the expressions in each. */
  readonly argumentClauses: ReadonlyMap<string, FormReader>
  /**
   * Reads a table function in FROM.
   *
   * @param form the parser's name for the item
   * @returns undefined if the item is not a table function
   * @throws Refused
   */
  rowsOf(form: string, content: unknown): RowFunction | undefined
  /** Whether VALUES is allowed as a query. */
  readonly values: boolean
  /** Whether the parts of a UNION may be in parentheses. */
  readonly partsInParentheses: boolean
}

/** A table function in FROM: the parser's nodes, with decoded names. */
interface RowFunction {
  /** In lower case. */
  readonly name: string
  readonly args: readonly unknown[]
  readonly columns: readonly string[]
  readonly alias: unknown
}

/** @returns the raw expressions of a form; null entries are ignored @throws Refused */
export type FormReader = (content: unknown) => readonly unknown[]

/** The current nesting depth and grammar. */
export interface ReadingContext {
  readonly grammar: Grammar
  readonly depth: number
}

export const deeper = ({ grammar, depth }: ReadingContext): ReadingContext => ({ grammar, depth: depth + 1 })
