import * as z from 'zod'
import { queryTreeSchema } from '../query/index.ts'

const side = z.object({ label: z.string(), says: z.string() })

/** What a finished plan carries to the wording of its rows and to follow-ups. */
export const planSchema = z.object({
  ir: queryTreeSchema,
  /** Follow-up questions that this planner answers. */
  suggestions: z.array(z.string()),
  /** How many rows the answer must have counted for each of them. */
  rowsMin: z.array(z.number()),
  /** The rows that were looked for, without a time that follows: `orders with status paid `; empty without one. */
  anytime: z.string(),
  /** What the result is about, in words. */
  subject: z.object({
    shape: z.enum(['count', 'value', 'share', 'groups', 'ranking', 'list']),
    many: z.string(),
    one: z.string(),
    measure: z.string(),
    group: z.string().nullable(),
    asked: z.string(),
    scope: z.string(),
    isPast: z.boolean(),
    figures: z.array(
      z.object({
        role: z.enum(['label', 'value', 'extra', 'aside']),
        says: z.string(),
        kind: z.enum(['number', 'money', 'percent', 'plain', 'yes-no', 'date', 'text']),
        unit: z.string().nullable(),
        one: z.string().nullable(),
      }),
    ),
    first: z.string().nullable(),
    isWhether: z.boolean(),
    comparison: z
      .object({ asks: z.enum(['whether', 'which', 'how-much']), isMore: z.boolean(), first: side, second: side })
      .nullable(),
  }),
})

export type Plan = z.infer<typeof planSchema>
