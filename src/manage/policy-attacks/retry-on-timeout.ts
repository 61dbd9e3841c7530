import { isDatabaseTimeout } from '../../platform/problems/problem.ts'

const TRIES_MAX = 4

/**
 * Retries after a database timeout, at most three times: statements left running by attacks may occupy the server for a while
 * if it cannot cancel them.
 *
 * @throws the error of the work; the signal's reason
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
