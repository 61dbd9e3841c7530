import * as z from 'zod'
import { subjectSchema } from '../../wording/index.ts'
import { queryTreeSchema } from '../query/index.ts'

/** What a finished plan carries to the wording of its rows and to follow-ups. */
export const planSchema = z.object({
  ir: queryTreeSchema,
  /** Follow-up questions that this planner answers. */
  suggestions: z.array(z.string()),
  /** How many rows the answer must have counted for each of them. */
  rowsMin: z.array(z.number()),
  /** The rows that were looked for, without a time that follows: `orders with status paid `; empty without one. */
  anytime: z.string(),
  subject: subjectSchema,
})

export type Plan = z.infer<typeof planSchema>
