import { z } from 'zod'
import { DAY_FORM, isDay, USAGE_DAYS_MAX, USAGE_GROUPS } from '../../../domain/access/usage-range.ts'
import { once } from '../../input.ts'

const day = (description: string) =>
  once
    .refine(isDay, DAY_FORM)
    .optional()
    .meta({ description, override: { type: 'string', format: 'date' } })

/** Of which days, and by what. */
export const UsageQuery = z.strictObject({
  from: day('The first day, in UTC; by default that of the billing period.'),
  to: day(`The last day, in UTC; by default today. At most ${USAGE_DAYS_MAX} days in all.`),
  group_by: z.enum(USAGE_GROUPS).default('day').meta({ description: 'What a row is of.' }),
})

const count = z.int().min(0)

const FIGURES = {
  questions: count.meta({ description: 'Those that were taken in and have ended, however they ended.' }),
  failed: count.meta({ description: 'Of these: those that ended in a problem.' }),
  indexing_runs: count.meta({ description: 'Those that somebody asked for.' }),
  ...{ input_tokens: count, cached_input_tokens: count, output_tokens: count, calls: count },
  cost_usd_micros: count.meta({ description: 'Millionths of a US dollar, of the calls that have a price.' }),
  unpriced_calls: count.meta({ description: 'Calls without a price: they are in no cost.' }),
}

const periodLimit = z
  .object({
    limit: count.nullable().meta({ description: 'Null: without a limit.' }),
    used: count.nullable().meta({ description: 'Null where it is not counted.' }),
    remaining: count.nullable(),
    resets_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'PeriodLimit' })

/** What an organization has used, and what is left of its billing period. */
export const UsageReport = z
  .object({
    ...{ from: z.iso.date(), to: z.iso.date(), group_by: z.enum(USAGE_GROUPS) },
    rows: z
      .array(
        z.object({
          group: z.string().nullable().meta({
            description:
              'A day, a model (`builtin`: none was asked), or the id of a database, a key or a user; null: what belongs to none.',
          }),
          ...FIGURES,
        }),
      )
      .readonly()
      .meta({
        description:
          'Days in their order, all else by questions. A question that several models were asked for is in the row of each, and once in `totals`.',
      }),
    truncated: z
      .boolean()
      .meta({ description: 'Whether there are more than 1,000 groups: `totals` are those of all.' }),
    totals: z.object(FIGURES),
    period: z
      .object({
        ...{ starts_on: z.iso.date(), resets_at: z.iso.datetime({ precision: 3 }) },
        ...{ questions: periodLimit, indexing: periodLimit, tokens: periodLimit },
      })
      .meta({
        description:
          'The billing period that it is now, whatever days are asked for; tokens have the month of the calendar.',
      }),
  })
  .meta({ id: 'UsageReport' })
