/** What the cells of one result column are, in words. */
export type Figure = {
  /**
   * Labels say which row it is, values say something of it; extras, which nobody asked for, are left out where they are
   * empty, and what is set aside stands in the table only.
   */
  readonly role: 'label' | 'value' | 'extra' | 'aside'
  /** `revenue`, `price`; empty where a bare value says enough. Texts are told bare, and named where there is none. */
  readonly says: string
  readonly kind: FigureKind
  /** `EUR`, `days`, `orders`. */
  readonly unit: string | null
  /** The unit of a single one: `order`. */
  readonly one: string | null
}

/** `plain` numbers name something: a year, an order, a house. They are never grouped, added or rounded. */
export type FigureKind = 'number' | 'money' | 'percent' | 'plain' | 'yes-no' | 'date' | 'text'

/** What two rows are compared for. */
export type Comparison = {
  /** `whether` the first is more (or less) than the second; `which` is; or by `how-much` they differ. */
  readonly asks: 'whether' | 'which' | 'how-much'
  readonly isMore: boolean
  readonly first: Side
  readonly second: Side
}

/** One of two rows that are compared: its label, and how it is spoken of. */
export type Side = { readonly label: string; readonly says: string }

/** What a result is about, in words; without it the explanation of the draft has to do. */
export type Subject = {
  readonly shape: 'count' | 'value' | 'share' | 'groups' | 'ranking' | 'list'
  /** `orders`, and one of them: `order`. */
  readonly many: string
  readonly one: string
  /** `number of orders`, `revenue`; of a share, what those have that are counted: `have no newsletter`. */
  readonly measure: string
  /** What a group is: `country`, `month`. */
  readonly group: string | null
  /** What was measured, and of which rows: `revenue of orders with status paid in 2025`. */
  readonly asked: string
  /** Which rows were looked at, behind their noun: ` with status paid from 1 to 31 October 2026`, or empty. */
  readonly scope: string
  /** True where the time of rows was asked for. */
  readonly isPast: boolean
  /** One for each column of the result, in order. */
  readonly figures: readonly Figure[]
  /** What comes first, where rows are asked for in an order: `highest price`, `latest`, `most orders`. */
  readonly first: string | null
  /** True for "are there …?". */
  readonly isWhether: boolean
  readonly comparison: Comparison | null
}
