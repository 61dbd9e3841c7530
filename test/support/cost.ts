import { setTimeout as pause } from 'node:timers/promises'

/** No function may hold the event loop longer than this at the largest input that it is given. */
export const HOLD_MS_MAX = 50

/**
 * What costs too much is measured again after a pause, for some seconds in all: while others work on the same core, it
 * works at half its speed, and the same work takes twice the processor time.
 */
export const DOUBTS_MAX = 40
export const PAUSE_MS = 200

/**
 * Milliseconds of processor time that a call takes on this thread: the least of some runs. Unlike wall time it does not
 * grow because others wait for the machine, so that a bound on work can be tested anywhere.
 *
 * @param bound what the caller holds it against: less than that is not doubted
 */
export const threadCostMs = async (work: () => unknown, runs = 3, bound = HOLD_MS_MAX): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs || (least >= bound && run < runs + DOUBTS_MAX); run++) {
    if (run >= runs) await pause(PAUSE_MS)
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Sizes at which functions that read a stranger's text are tried: beyond the limit they refuse, and that is cheap. */
export const HOSTILE_SIZES = [1_000, 10_000, 100_000] as const
