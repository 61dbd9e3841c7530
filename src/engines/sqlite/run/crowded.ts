import { Problem } from '../../../domain/problem.ts'

/** One tenant has as many queries waiting as may wait: those end, and the next may come. */
export const crowded = (): Problem =>
  new Problem('database_unreachable', {
    message: 'Too many of your queries are waiting at the moment. Please try again shortly.',
    retryAfterS: 5,
  })
