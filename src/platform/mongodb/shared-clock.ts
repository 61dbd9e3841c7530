import type { StoreClock } from './store-clock.ts'

/** Machines that keep time are closer than this, and what the network adds to a measurement is more than they are apart. */
const ALIKE_MS = 250

/**
 * The time for what processes on several machines put in order: messages, and runs of a step. It is that of this machine
 * where that keeps time, so that processes of one machine agree to the millisecond, and the store's where it does not. In
 * one process it never goes back.
 */
export const sharedClock = (store: StoreClock, own: () => number = Date.now): StoreClock => {
  let last = 0
  return {
    async now() {
      const stored = await store.now()
      const here = own()
      last = Math.max(last, Math.abs(stored - here) <= ALIKE_MS ? here : stored)
      return last
    },
  }
}
