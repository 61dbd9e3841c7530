import { performance } from 'node:perf_hooks'

export interface LoopResult {
  /** Latency of each request, in ms. */
  readonly times: readonly number[]
  readonly perSecond: number
}

/**
 * Closed-loop load: each of several clients sends its next request after the response to the last one.
 *
 * @param request throws if the response is wrong
 * @param requests total number
 */
export const closedLoop = async (
  request: (index: number) => Promise<void>,
  { clients, requests }: { readonly clients: number; readonly requests: number },
): Promise<LoopResult> => {
  const times: number[] = []
  let next = 0
  const client = async (): Promise<void> => {
    while (next < requests) {
      const index = next++
      const begun = performance.now()
      await request(index)
      times.push(performance.now() - begun)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  return { times, perSecond: (1000 * requests) / (performance.now() - begun) }
}
