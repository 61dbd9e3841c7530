import { setTimeout as pause } from 'node:timers/promises'
import { DOUBTS_MAX, HOLD_MS_MAX, machineSpeed, PAUSE_MS } from './cost.ts'

/**
 * The most processor time, in milliseconds, that a piece of asynchronous work takes between two chances for others to
 * have their turn: the least of some runs.
 *
 * @param bound what the caller holds it against: less than that is not doubted
 */
export const longestHoldMs = async (work: () => Promise<unknown>, runs = 3, bound = HOLD_MS_MAX): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs || (least >= bound && run < runs + DOUBTS_MAX); run++) {
    if (run >= runs) await pause(PAUSE_MS)
    const cost = await hold(work)
    least = Math.min(least, cost < bound ? cost : cost * machineSpeed())
  }
  return least
}

const hold = async (work: () => Promise<unknown>): Promise<number> => {
  let most = 0
  let before = process.threadCpuUsage()
  let ended = false
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    most = Math.max(most, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (!ended) setImmediate(look)
  }
  setImmediate(look)
  await work()
  ended = true
  look()
  return most
}
