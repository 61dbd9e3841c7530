import type { ColumnRef, Comparator, Measure } from '../../query/index.ts'
import type { AdjectiveSense, Bucket, Window } from '../../words/index.ts'
import type { ColumnOption, FilterOption, ValueOption } from '../links/index.ts'

export type Fold = 'sum' | 'avg' | 'min' | 'max'

/** Something of the database that a phrase names; where several may be meant, all of them. */
export type Noun =
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'column'; readonly options: readonly ColumnOption[] }
  | { readonly kind: 'columns'; readonly columns: readonly ColumnRef[] }
  | { readonly kind: 'measure'; readonly measures: readonly Measure[] }

/** What rows or groups are ranked by. */
export type RankBy =
  /** `isMuch` where "most" of it is asked for: what many rows have together. */
  | { readonly kind: 'noun'; readonly noun: Noun; readonly fold: Fold | null; readonly isMuch: boolean }
  | { readonly kind: 'count'; readonly noun: Noun }
  | { readonly kind: 'sense'; readonly sense: AdjectiveSense }
  | { readonly kind: 'frequency' }
  /** "Top 5 customers", and what for is said elsewhere. */
  | { readonly kind: 'open'; readonly isMuch: boolean; readonly isBest: boolean }

/** What one phrase contributes. */
export type PartBody =
  | { readonly kind: 'noun'; readonly noun: Noun; readonly distinct: boolean }
  | { readonly kind: 'count'; readonly noun: Noun | null; readonly distinct: boolean }
  | { readonly kind: 'fold'; readonly folds: readonly Fold[]; readonly noun: Noun }
  | {
      readonly kind: 'value'
      /** One list of options for every value that is said. */
      readonly values: readonly (readonly ValueOption[])[]
      /** The column, where it is said too. */
      readonly column: readonly ColumnOption[] | null
      readonly both: boolean
      /** Set beside each other: "members versus others". */
      readonly apart: boolean
    }
  | {
      readonly kind: 'text'
      readonly column: readonly ColumnOption[]
      readonly text: string
      readonly match: 'part' | 'start' | 'end'
    }
  | {
      readonly kind: 'bound'
      readonly noun: Noun | null
      readonly sense: AdjectiveSense | null
      readonly bounds: readonly { readonly op: Comparator; readonly value: number; readonly unit: string | null }[]
      /** How often something was done, and no amount of it: "more than 10 times". */
      readonly times: boolean
      /** Numbers of which any will do: "32 or 33". */
      readonly among: readonly number[]
      readonly both: boolean
    }
  | {
      readonly kind: 'against'
      readonly noun: Noun | null
      readonly sense: AdjectiveSense | null
      readonly op: Comparator
      readonly fold: 'avg' | 'min' | 'max'
    }
  | { readonly kind: 'rank'; readonly descending: boolean; readonly limit: number | null; readonly by: RankBy }
  | {
      readonly kind: 'order'
      readonly by: readonly Noun[]
      readonly sense: AdjectiveSense | null
      readonly descending: boolean
    }
  | {
      readonly kind: 'time'
      readonly windows: readonly SaidWindow[]
      /** What was done then, where it is said: "signed up this year". */
      readonly column: readonly ColumnOption[] | null
      readonly both: boolean
      /** Set beside each other, and not taken together: "this year and last year". */
      readonly apart: boolean
    }
  | { readonly kind: 'bucket'; readonly bucket: Bucket }
  | { readonly kind: 'filter'; readonly options: readonly FilterOption[] }
  /** What was done, by the day on which it was: "placed an order". */
  | { readonly kind: 'done'; readonly options: readonly ColumnOption[] }
  | { readonly kind: 'mark'; readonly mark: Mark }

/** A stretch of time, and how it was said. */
export interface SaidWindow extends Window {
  readonly text: string
}

export type Mark =
  | 'versus'
  | 'altogether'
  | 'much'
  | 'long'
  | 'total'
  | 'total of'
  | 'distinct'
  | 'average'
  | 'everything'
  | 'whether'
  | 'share'
  | 'who'
  | 'when'

/** A phrase that the grammar has read: where it stands, how well its words fit, and what it means. */
export type Part = PartBody & {
  readonly at: number
  readonly end: number
  /** How much of the question it explains, by the quality of its links. */
  readonly weight: number
  /** 0 in the main clause, more behind each "who", "that", "with". */
  readonly clause: number
  /** The small word before it. */
  readonly lead: string
  readonly negated: boolean
  /** All words since the part before that nothing else has used. */
  readonly before: readonly string[]
}
