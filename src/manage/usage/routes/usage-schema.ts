import { z } from 'zod'
import { once } from '../../../http/input.ts'
import { INVALID_DAY_MESSAGE, isDay, USAGE_DAYS_MAX, USAGE_GROUPS } from '../rules/usage-range.ts'

const day = (description: string) =>
  once
    .refine(isDay, INVALID_DAY_MESSAGE)
    .optional()
    .meta({ description, override: { type: 'string', format: 'date' } })

export const UsageQuery = z.strictObject({
  from: day('The first day in UTC; by default the first day of the billing period.'),
  to: day(`The last day in UTC; by default today. The range has at most ${USAGE_DAYS_MAX} days.`),
  group_by: z.enum(USAGE_GROUPS).default('day').meta({ description: 'The dimension by which rows are grouped.' }),
})

const count = z.int().min(0)

const FIGURES = {
  questions: count.meta({ description: 'Questions that were accepted and have ended, with any outcome.' }),
  failed: count.meta({ description: 'Of these, questions that ended with a problem.' }),
  indexing_runs: count.meta({ description: 'Exports that were requested.' }),
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  calls: count,
  cost_usd_micros: count.meta({ description: 'Cost in millionths of a US dollar, of calls with a known price.' }),
  unpriced_calls: count.meta({ description: 'Calls without a known price; they are not included in the cost.' }),
}

const periodLimit = z
  .object({
    limit: count.nullable().meta({ description: 'Null: unlimited.' }),
    used: count.nullable().meta({ description: 'Null if it is not counted.' }),
    remaining: count.nullable(),
    resets_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'PeriodLimit' })

/** Usage of an organization, and the remaining quota of its billing period. */
export const UsageReport = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    group_by: z.enum(USAGE_GROUPS),
    rows: z
      .array(
        z.object({
          group: z.string().nullable().meta({
            description:
              'A day, a model (`builtin`: no model was used), or the id of a database, key or user; null: usage that belongs to none.',
          }),
          ...FIGURES,
        }),
      )
      .readonly()
      .meta({
        description:
          'Days in chronological order, other groups by number of questions. A question that used several models is in the row of each model, and once in `totals`.',
      }),
    truncated: z
      .boolean()
      .meta({ description: 'Whether there are more than 1,000 groups; `totals` includes all groups.' }),
    totals: z.object(FIGURES),
    period: z
      .object({
        starts_on: z.iso.date(),
        resets_at: z.iso.datetime({ precision: 3 }),
        questions: periodLimit,
        indexing: periodLimit,
        tokens: periodLimit,
      })
      .meta({
        description: 'The current billing period, independent of the requested days; for tokens, the calendar month.',
      }),
  })
  .meta({ id: 'UsageReport' })
