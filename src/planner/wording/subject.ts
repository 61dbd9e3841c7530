import * as z from 'zod'

const figure = z.object({
  /**
   * Labels say which row it is, values say something of it; extras, which nobody asked for, are left out where they are
   * empty, and what is set aside stands in the table only.
   */
  role: z.enum(['label', 'value', 'extra', 'aside']),
  /** `revenue`, `price`; empty where a bare value says enough. Texts are told bare, and named where there is none. */
  says: z.string(),
  /** `plain` numbers name something: a year, an order, a house. They are never grouped, added or rounded. */
  kind: z.enum(['number', 'money', 'percent', 'plain', 'yes-no', 'date', 'text']),
  /** `EUR`, `days`, `orders`. */
  unit: z.string().nullable(),
  /** The unit of a single one: `order`. */
  one: z.string().nullable(),
})

/** One of two rows that are compared: its label, and how it is spoken of. */
const side = z.object({ label: z.string(), says: z.string() })

const comparison = z.object({
  /** `whether` the first is more (or less) than the second; `which` is; or by `how-much` they differ. */
  asks: z.enum(['whether', 'which', 'how-much']),
  isMore: z.boolean(),
  first: side,
  second: side,
})

/** What a result is about, in words; without it the explanation of the draft has to do. */
export const subjectSchema = z.object({
  shape: z.enum(['count', 'value', 'share', 'groups', 'ranking', 'list']),
  /** `orders`, and one of them: `order`. */
  many: z.string(),
  one: z.string(),
  /** `number of orders`, `revenue`; of a share, what those have that are counted: `have no newsletter`. */
  measure: z.string(),
  /** What a group is: `country`, `month`. */
  group: z.string().nullable(),
  /** What was measured, and of which rows: `revenue of orders with status paid in 2025`. */
  asked: z.string(),
  /** Which rows were looked at, behind their noun: ` with status paid from 1 to 31 October 2026`, or empty. */
  scope: z.string(),
  /** True where the time of rows was asked for. */
  isPast: z.boolean(),
  /** One for each column of the result, in order. */
  figures: z.array(figure),
  /** What comes first, where rows are asked for in an order: `highest price`, `latest`, `most orders`. */
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
