import type { ColumnRef, Comparator, Measure } from '../../query/index.ts'
import type { AdjectiveSense, Bucket, Window } from '../../words/index.ts'
import type { ColumnOption, FilterOption, ValueOption } from '../links/index.ts'

export type Fold = 'sum' | 'avg' | 'min' | 'max'

/** What a noun phrase refers to; if ambiguous, all options. */
export type Noun =
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'column'; readonly options: readonly ColumnOption[] }
  | { readonly kind: 'columns'; readonly columns: readonly ColumnRef[] }
  | { readonly kind: 'measure'; readonly measures: readonly Measure[] }

/** What rows or groups are ranked by. */
export type RankBy =
  /** `isMuch` for "most": a total over several rows. */
  | { readonly kind: 'noun'; readonly noun: Noun; readonly fold: Fold | null; readonly isMuch: boolean }
  | { readonly kind: 'count'; readonly noun: Noun }
  | { readonly kind: 'sense'; readonly sense: AdjectiveSense }
  | { readonly kind: 'frequency' }
  /** "Top 5 customers", with the measure elsewhere or implied. */
  | { readonly kind: 'open'; readonly isMuch: boolean; readonly isBest: boolean }

/** The meaning of one phrase. */
export type PartBody =
  | { readonly kind: 'noun'; readonly noun: Noun; readonly distinct: boolean }
  | { readonly kind: 'count'; readonly noun: Noun | null; readonly distinct: boolean }
  | { readonly kind: 'fold'; readonly folds: readonly Fold[]; readonly noun: Noun }
  | {
      readonly kind: 'value'
      /** One list of options per value. */
      readonly values: readonly (readonly ValueOption[])[]
      /** Its column, if named. */
      readonly column: readonly ColumnOption[] | null
      readonly both: boolean
      /** Compared with each other: "members versus others". */
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
      /** A number of times, not an amount: "more than 10 times". */
      readonly times: boolean
      /** Alternative numbers: "32 or 33". */
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
      readonly windows: readonly StatedWindow[]
      /** The date column named by a verb: "signed up this year". */
      readonly column: readonly ColumnOption[] | null
      readonly both: boolean
      /** Compared, not combined: "this year and last year". */
      readonly apart: boolean
    }
  | { readonly kind: 'bucket'; readonly bucket: Bucket }
  | { readonly kind: 'filter'; readonly options: readonly FilterOption[] }
  /** A past verb that names a date column: "placed an order". */
  | { readonly kind: 'done'; readonly options: readonly ColumnOption[] }
  | { readonly kind: 'mark'; readonly mark: Mark }

/** A period, with its words. */
export interface StatedWindow extends Window {
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

/** A phrase read by the grammar: its tokens, how well they match, and its meaning. */
export type Part = PartBody & {
  readonly at: number
  readonly end: number
  /** How much of the question it explains, weighted by the quality of its links. */
  readonly weight: number
  /** 0 in the main clause, higher after each "who", "that", "with". */
  readonly clause: number
  /** The small word before it. */
  readonly lead: string
  readonly negated: boolean
  /** All words since the previous part that no other part uses. */
  readonly before: readonly string[]
}
