import type { Client } from '@temporalio/client'
import { orAborted } from '../platform/network/or-aborted.ts'

/**
 * Runs calls that end when the signal aborts. The client alone hears an abort only while a call is on its way: one that came
 * before the first, or between two of a wait that takes several, would be lost.
 *
 * @throws the signal's reason, or what the client throws for a call that it has cut off
 */
export const withSignal = async <Result>(
  client: Client,
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result> => {
  signal.throwIfAborted()
  return await orAborted(client.withAbortSignal(signal, run), signal)
}
