import { setTimeout as pause } from 'node:timers/promises'

/** No function may hold the event loop longer than this at the largest input that it is given. */
export const HOLD_MS_MAX = 50

/** What costs too much is measured again after a pause, for some seconds in all: a neighbour may be in the way. */
export const DOUBTS_MAX = 40
export const PAUSE_MS = 200

/**
 * Milliseconds of processor time that a call takes on this thread: the least of some runs. Unlike wall time it does not
 * grow because others wait for the machine, so that a bound on work can be tested anywhere. What costs too much is held
 * against the speed that the machine has just then.
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
    const cost = (user + system) / 1000
    least = Math.min(least, cost < bound ? cost : cost * machineSpeed())
  }
  return least
}

/** What `yardstick` takes on the machine that the bounds were set on, with idle cores. */
const YARDSTICK_MS = 20

/**
 * How fast this machine is at this moment, 1 or less: a core that is shared does the same work in twice the processor
 * time, and so does an older one.
 */
export const machineSpeed = (): number => {
  const before = process.threadCpuUsage()
  yardstick()
  const { user, system } = process.threadCpuUsage(before)
  return Math.min(1, YARDSTICK_MS / ((user + system) / 1000))
}

const YARDSTICK_TEXT = 'Acme 1,234.50 M; '.repeat(12_000)

/** Work of the kind that is measured: expressions, small objects, sorting. */
const yardstick = (): number => {
  const words = Array.from(YARDSTICK_TEXT.matchAll(/\p{N}+(?:[.,]\p{N}+)*|\p{L}+/gu), ({ 0: text, index }) => ({
    text,
    start: index,
    folded: text.normalize('NFKD').toLowerCase(),
  }))
  return words.sort((left, right) => (left.folded < right.folded ? -1 : left.start - right.start)).length
}

/** Sizes at which functions that read a stranger's text are tried: beyond the limit they refuse, and that is cheap. */
export const HOSTILE_SIZES = [1_000, 10_000, 100_000] as const
