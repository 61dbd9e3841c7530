import * as z from 'zod'
import { TIME_BUCKETS } from '../../../ask/rules/sql-dialect.ts'

const columnRef = z.object({
  table: z.string(),
  column: z.string(),
  /** The foreign key to use if several lead there: an airport is where a flight departs or where it lands. */
  by: z.string().exactOptional(),
})
const scalar = z.union([z.string(), z.number()])
const comparator = z.enum(['=', '<>', '>', '>=', '<', '<='])

const fold = z.enum(['avg', 'min', 'max'])

const factor = z.union([
  z.string(),
  z.object({ from: z.union([z.number(), z.string()]), minus: z.string(), per: z.number().exactOptional() }),
])

const measure = z.object({
  aggregate: z.enum(['count', 'sum', 'avg', 'min', 'max']),
  table: z.string(),
  /** Null counts rows. */
  column: z.string().nullable(),
  /** Multiplied into `column` before summing. */
  times: z.union([z.string(), z.array(factor).readonly()]).nullable(),
  distinct: z.boolean(),
  /** Its name in the result. */
  name: z.string(),
})

/** A column of a table, both by name. */
export type ColumnRef = z.infer<typeof columnRef>
export type Comparator = z.infer<typeof comparator>
export type Measure = z.infer<typeof measure>
export type Scalar = z.infer<typeof scalar>
type Fold = z.infer<typeof fold>

export type Condition =
  | { type: 'compare'; column: ColumnRef; op: Comparator; value: Scalar }
  | { type: 'in'; column: ColumnRef; values: Scalar[]; negated: boolean }
  | { type: 'null'; column: ColumnRef; negated: boolean }
  | { type: 'like'; column: ColumnRef; pattern: string; negated: boolean }
  | {
      type: 'range'
      column: ColumnRef
      from: string | null
      to: string | null
      negated: boolean
    }
  | { type: 'average'; column: ColumnRef; op: Comparator; fold?: Fold }
  | { type: 'alike'; column: ColumnRef; where: Condition[]; negated: boolean }
  | {
      type: 'related'
      table: string
      where: Condition[]
      measure: Measure | null
      op: Comparator
      value: number
      by?: string
    }
  | { type: 'any'; options: Condition[] }

const condition: z.ZodType<Condition> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('compare'), column: columnRef, op: comparator, value: scalar }),
    z.object({ type: z.literal('in'), column: columnRef, values: z.array(scalar), negated: z.boolean() }),
    z.object({ type: z.literal('null'), column: columnRef, negated: z.boolean() }),
    z.object({ type: z.literal('like'), column: columnRef, pattern: z.string(), negated: z.boolean() }),
    z.object({
      type: z.literal('range'),
      column: columnRef,
      from: z.string().nullable(),
      to: z.string().nullable(),
      negated: z.boolean(),
    }),
    /** Compared with an aggregate over all rows of the table, by default their average. */
    z.object({
      type: z.literal('average'),
      column: columnRef,
      op: comparator,
      fold: fold.exactOptional(),
    }),
    /** A row of the same table with an equal value in this column that meets these conditions exists; or does not. */
    z.object({ type: z.literal('alike'), column: columnRef, where: z.array(condition), negated: z.boolean() }),
    z.object({
      type: z.literal('related'),
      table: z.string(),
      where: z.array(condition),
      measure: measure.nullable(),
      op: comparator,
      value: z.number(),
      by: z.string().exactOptional(),
    }),
    z.object({ type: z.literal('any'), options: z.array(condition) }),
  ]),
)

const bucket = z.enum(TIME_BUCKETS)

const group = z.discriminatedUnion('type', [
  z.object({ type: z.literal('column'), column: columnRef }),
  /** One group per row of a table, shown by its label. */
  z.object({ type: z.literal('entity'), table: z.string(), by: z.string().exactOptional() }),
  z.object({ type: z.literal('time'), column: columnRef, bucket }),
  /** Named periods that are compared. */
  z.object({
    type: z.literal('periods'),
    column: columnRef,
    periods: z.array(z.object({ label: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  }),
])

export type Group = z.infer<typeof group>

/**
 * The query of a question, independent of the query language. Stored in the draft's plan, and edited by follow-ups;
 * strict, so that a plan of another version is rejected instead of losing fields.
 */
export const queryTreeSchema = z.strictObject({
  /** The table whose rows are counted, measured or listed. */
  anchor: z.string(),
  /** Empty for lists. */
  measures: z.array(measure),
  /** Columns of a list. */
  columns: z.array(columnRef),
  groups: z.array(group),
  where: z.array(condition),
  having: z.array(z.object({ measure: measure, op: comparator, value: z.number() })),
  order: z.array(
    z.object({ by: z.union([z.literal('measure'), columnRef, z.literal('group')]), descending: z.boolean() }),
  ),
  limit: z.number().nullable(),
  distinct: z.boolean(),
  /** Percentage of rows (or of the measure) that meet these conditions too. */
  share: z.array(condition).nullable(),
  /** Tables mentioned in the question: join paths prefer them. */
  via: z.array(z.string()),
})

export type QueryTree = z.infer<typeof queryTreeSchema>

/** A query over the rows of a table without conditions. */
export const emptyTree = (anchor: string): QueryTree => ({
  anchor,
  measures: [],
  columns: [],
  groups: [],
  where: [],
  having: [],
  order: [],
  limit: null,
  distinct: false,
  share: null,
  via: [],
})
