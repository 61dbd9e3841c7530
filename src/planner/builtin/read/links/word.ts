import type { Token } from '../../../../knowledge/words/index.ts'
import type { ColumnRef, Condition, Measure } from '../../query/index.ts'
import type { TimeMention } from '../../words/index.ts'

/** A column that some words may mean, and how well they fit its name. */
export interface ColumnOption {
  readonly column: ColumnRef
  readonly weight: number
}

/** A value that some words may mean: the column that holds it, and how well they fit. */
export interface ValueOption extends ColumnOption {
  readonly value: string
}

/** A condition that some words may mean: "low on stock". */
export interface FilterOption extends ColumnOption {
  readonly condition: Condition
}

/** What a stretch of words may mean: one kind of thing, with all the things of that kind. */
export type Meaning =
  | { readonly kind: 'table'; readonly table: string; readonly weight: number }
  | { readonly kind: 'column'; readonly options: readonly ColumnOption[]; readonly weight: number }
  /** Several columns of one table said at once: "first and last name". */
  | { readonly kind: 'columns'; readonly columns: readonly ColumnRef[]; readonly weight: number }
  | { readonly kind: 'value'; readonly options: readonly ValueOption[]; readonly weight: number }
  | { readonly kind: 'filter'; readonly options: readonly FilterOption[]; readonly weight: number }
  /** When something was done: "signed up", "placed". */
  | { readonly kind: 'date'; readonly options: readonly ColumnOption[]; readonly weight: number }
  | { readonly kind: 'measure'; readonly measures: readonly Measure[]; readonly weight: number }

/** What is called so is meant, rather than a column whose name has the word among others: `class_id` for "classes". */
export const TABLE_NAMED = 0.95

/** Columns as one meaning, or as none where there are none. */
export const columnMeaning = (options: readonly ColumnOption[]): readonly Meaning[] =>
  options.length === 0 ? [] : [{ kind: 'column', options, weight: Math.max(...options.map(({ weight }) => weight)) }]

/** A stretch of words with one of its meanings. */
export interface Mention {
  readonly length: number
  readonly meaning: Meaning
}

/** A question's words, with what each stretch of them may mean. Immutable: what the grammar reads from. */
export interface Words {
  readonly tokens: readonly Token[]
  /** `"revnue" read as "revenue"`. */
  readonly corrections: readonly string[]
  /** What may begin at a place. */
  readonly mentions: readonly (readonly Mention[])[]
  /** The day on which it is asked. */
  readonly today: string
  /** Times that begin at a place. */
  readonly times: readonly (TimeMention | undefined)[]
}
