import { z } from 'zod'
import { PROBLEM_NAMES } from '../platform/problems/problem.ts'

/** The name of a problem in the table of problems. Several problems share one `error_code`, none shares its name. */
export const ProblemNameItem = z.enum(PROBLEM_NAMES).meta({
  id: 'ProblemName',
  description: 'The stable name of the problem. More specific than `error_code`, which several problems share.',
})
