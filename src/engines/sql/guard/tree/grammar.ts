/** What a dialect lets a query be made of. Names are the parser's; whatever is in none of these is refused. */
export interface Grammar {
  /** Functions that read nothing but their arguments and change nothing, in small letters. */
  readonly functions: ReadonlySet<string>
  /**
   * Looks at the arguments of a function that is in the list.
   *
   * @param name in small letters
   * @returns those that are expressions
   * @throws Refused
   */
  argumentsOf?(name: string, args: readonly unknown[]): readonly unknown[]
  readonly operators: ReadonlySet<string>
  /** Types of CAST. */
  readonly types: ReadonlySet<string>
  readonly collations: ReadonlySet<string>
  readonly literals: ReadonlySet<string>
  /** Forms of expressions beside those that every dialect has, and how to find the expressions in each. */
  readonly forms: ReadonlyMap<string, FormReader>
  /** Clauses that may stand among the arguments of a function, and the expressions in each. */
  readonly argumentClauses: ReadonlyMap<string, FormReader>
  /**
   * Looks at an item of FROM whether it is a function whose rows are those of a table.
   *
   * @param form the parser's
   * @returns undefined for whatever is none
   * @throws Refused
   */
  rowsOf(form: string, content: unknown): RowFunction | undefined
  /** Whether VALUES is a query. */
  readonly values: boolean
  /** Whether the parts of a UNION may stand in parentheses. */
  readonly partsInParentheses: boolean
}

/** A function after FROM, in the parser's tree but for its name, and those of its columns. */
export interface RowFunction {
  /** In small letters. */
  readonly name: string
  readonly args: readonly unknown[]
  readonly columns: readonly string[]
  readonly alias: unknown
}

/**
 * @returns the raw expressions in a form; those that are null are passed over
 * @throws Refused
 */
export type FormReader = (content: unknown) => readonly unknown[]

/** Where a reader is, and by which grammar it reads. */
export interface Reading {
  readonly grammar: Grammar
  readonly depth: number
}

export const deeper = ({ grammar, depth }: Reading): Reading => ({ grammar, depth: depth + 1 })
