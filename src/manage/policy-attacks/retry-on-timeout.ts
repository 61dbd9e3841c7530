import { isDatabaseTimeout } from '../../platform/problems/problem.ts'

const TRIES_MAX = 4

/**
 * Does something once more, three times at most, where a database did not answer in time: what attacks have left
 * running there takes a while to end where nothing can stop it.
 *
 * @throws what the work throws; the signal's reason when it aborts
 */
export const retryOnTimeout = async <Value>(
  work: (attempt: number) => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await work(attempt)
    } catch (error) {
      signal.throwIfAborted()
      if (!isDatabaseTimeout(error) || attempt === TRIES_MAX) throw error
    }
}
