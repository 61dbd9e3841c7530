import * as z from 'zod'

const figure = z.object({
  /** Labels identify a row, values describe it; extras, which were not asked for, are left out if empty, and asides are only in the table. */
  role: z.enum(['label', 'value', 'extra', 'aside']),
  /** `revenue`, `price`; empty if a bare value is clear. Text cells are shown bare, and named if empty. */
  says: z.string(),
  /** `plain` numbers identify something: a year, an order, a house. They are never grouped, added or rounded. */
  kind: z.enum(['number', 'money', 'percent', 'plain', 'yes-no', 'date', 'text']),
  /** `EUR`, `days`, `orders`. */
  unit: z.string().nullable(),
  /** Singular of the unit: `order`. */
  one: z.string().nullable(),
})

/** One of two compared rows: its label, and its wording. */
const side = z.object({ label: z.string(), says: z.string() })

const comparison = z.object({
  /** `whether` the first is more (or less) than the second; `which` is; or by `how-much` they differ. */
  asks: z.enum(['whether', 'which', 'how-much']),
  isMore: z.boolean(),
  first: side,
  second: side,
})

/** What a result is about, as text; without it the explanation of the draft is used. */
export const subjectSchema = z.object({
  shape: z.enum(['count', 'value', 'share', 'groups', 'ranking', 'list']),
  /** Plural and singular: `orders`, `order`. */
  many: z.string(),
  one: z.string(),
  /** `number of orders`, `revenue`; for a share, the predicate of the counted rows: `have no newsletter`. */
  measure: z.string(),
  /** The noun of a group: `country`, `month`. */
  group: z.string().nullable(),
  /** The measure with its rows: `revenue of orders with status paid in 2025`. */
  asked: z.string(),
  /** The conditions after the noun: ` with status paid from 1 to 31 October 2026`, or empty. */
  scope: z.string(),
  /** True if the question has a past time. */
  isPast: z.boolean(),
  /** One per column of the result, in order. */
  figures: z.array(figure),
  /** What the first row has most of, if an order is asked for: `highest price`, `latest`, `most orders`. */
  first: z.string().nullable(),
  /** True for "are there …?". */
  isWhether: z.boolean(),
  comparison: comparison.nullable(),
})

export type Subject = z.infer<typeof subjectSchema>
export type Figure = z.infer<typeof figure>
export type FigureKind = Figure['kind']
export type Comparison = z.infer<typeof comparison>
export type Side = z.infer<typeof side>
