import * as z from 'zod'
import { subjectSchema } from '../../wording/index.ts'
import { queryTreeSchema } from '../query/index.ts'

/** What a query's plan stores for wording its rows and for follow-ups. */
export const planSchema = z.object({
  ir: queryTreeSchema,
  /** Follow-up questions that this planner answers. */
  suggestions: z.array(z.string()),
  /** Minimum of rows in the answer for each of them. */
  rowsMin: z.array(z.number()),
  /** The queried rows as text, without a time: `orders with status paid `; empty if there is no time. */
  anytime: z.string(),
  subject: subjectSchema,
})

export type Plan = z.infer<typeof planSchema>
