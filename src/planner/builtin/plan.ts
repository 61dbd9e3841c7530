import * as z from 'zod'
import { queryTreeSchema } from './query/index.ts'

/** What a finished plan carries to the wording of its rows and to follow-ups. */
export const planSchema = z.object({
  ir: queryTreeSchema,
  /** Follow-up questions that this planner answers. */
  suggestions: z.array(z.string()),
  /** What the result is about, in words. */
  subject: z.object({
    shape: z.enum(['count', 'value', 'share', 'groups', 'ranking', 'list']),
    many: z.string(),
    one: z.string(),
    measure: z.string(),
    group: z.string().nullable(),
    unit: z.string().nullable(),
    filters: z.array(z.string()),
    time: z.string(),
  }),
})
