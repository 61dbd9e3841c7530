import type { Client } from '@temporalio/client'
import { rejectOnAbort } from '../platform/network/reject-on-abort.ts'

/**
 * Runs calls that end when the signal aborts. The client itself only notices an abort during a call: it would miss one before the
 * first call or between the calls of a long poll.
 *
 * @throws the signal's reason, or the client's error for a cancelled call
 */
export const withSignal = async <Result>(
  client: Client,
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result> => {
  signal.throwIfAborted()
  return await rejectOnAbort(client.withAbortSignal(signal, run), signal)
}
