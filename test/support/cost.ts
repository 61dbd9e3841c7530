import { setTimeout as pause } from 'node:timers/promises'

/** No function may hold the event loop longer than this at the largest input that it is given. */
export const HOLD_MS_MAX = 50

/** What costs too much is measured again, after a pause: a processor that is shared works at half its speed. */
const DOUBTS_MAX = 8
const PAUSE_MS = 50

/**
 * Milliseconds of processor time that a call takes on this thread: the least of some runs. Unlike wall time it does not
 * grow because others wait for the machine, so that a bound on work can be tested anywhere.
 */
export const threadCostMs = async (work: () => unknown, runs = 3): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs || (least >= HOLD_MS_MAX && run < runs + DOUBTS_MAX); run++) {
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
