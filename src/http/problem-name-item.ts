import { z } from 'zod'
import { PROBLEM_NAMES } from '../platform/problems/problem.ts'

/** The unique name of a problem; several problems share one `error_code`. */
export const ProblemNameItem = z.enum(PROBLEM_NAMES).meta({
  id: 'ProblemName',
  description: 'The stable name of the problem. More specific than `error_code`, which several problems share.',
})
