import type { Token } from '../../../../knowledge/words/index.ts'
import type { ColumnRef, Condition, Measure } from '../../query/index.ts'
import type { TimeMention } from '../../words/index.ts'

/** A column that some words may name, with the quality of the match. */
export interface ColumnOption {
  readonly column: ColumnRef
  readonly weight: number
}

/** A value that some words may name: its column, and the quality of the match. */
export interface ValueOption extends ColumnOption {
  readonly value: string
}

/** A condition that some words may mean: "low on stock". */
export interface FilterOption extends ColumnOption {
  readonly condition: Condition
}

/** What a span of words may mean: one kind, with all options of that kind. */
export type Meaning =
  | { readonly kind: 'table'; readonly table: string; readonly weight: number }
  | { readonly kind: 'column'; readonly options: readonly ColumnOption[]; readonly weight: number }
  /** Several columns of one table in one phrase: "first and last name". */
  | { readonly kind: 'columns'; readonly columns: readonly ColumnRef[]; readonly weight: number }
  | { readonly kind: 'value'; readonly options: readonly ValueOption[]; readonly weight: number }
  | { readonly kind: 'filter'; readonly options: readonly FilterOption[]; readonly weight: number }
  /** A date column named by a verb: "signed up", "placed". */
  | { readonly kind: 'date'; readonly options: readonly ColumnOption[]; readonly weight: number }
  | { readonly kind: 'measure'; readonly measures: readonly Measure[]; readonly weight: number }

/** The name of a table takes precedence over a column whose name contains the word: `class_id` for "classes". */
export const TABLE_NAMED = 0.95

/** Columns as one meaning; empty if there are none. */
export const columnMeaning = (options: readonly ColumnOption[]): readonly Meaning[] =>
  options.length === 0 ? [] : [{ kind: 'column', options, weight: Math.max(...options.map(({ weight }) => weight)) }]

/** A span of words with one of its meanings. */
export interface Mention {
  readonly length: number
  readonly meaning: Meaning
}

/** A question's words, with what each span of them may mean. Immutable input of the grammar. */
export interface Words {
  readonly tokens: readonly Token[]
  /** `"revnue" read as "revenue"`. */
  readonly corrections: readonly string[]
  /** What may begin at each token. */
  readonly mentions: readonly (readonly Mention[])[]
  /** The day of the question. */
  readonly today: string
  /** Times that begin at each token. */
  readonly times: readonly (TimeMention | undefined)[]
}
