import { performance } from 'node:perf_hooks'

export interface LoopResult {
  /** Of each request, in ms. */
  readonly times: readonly number[]
  readonly perSecond: number
}

/**
 * So many clients, each with its next request as soon as it has the answer to the last one.
 *
 * @param request throws where the answer is not the right one
 * @param requests how many in all
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
