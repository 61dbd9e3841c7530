import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 500
const CALL_MS = 5_000

/** Waits until an address answers with 200. @throws Error with the last answer, where it never does */
export const untilReady = async (url: string, withinMs: number): Promise<void> => {
  const deadline = Date.now() + withinMs
  let last = 'nothing'
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(CALL_MS) })
      if (response.status === 200) return
      last = `${response.status} ${(await response.text()).slice(0, 300)}`
    } catch (error) {
      last = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)
    }
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Error(`${url} was not ready within ${withinMs / 1000} s: ${last}`)
}
