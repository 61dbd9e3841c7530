import { setImmediate } from 'node:timers/promises'
import { memory } from '../../bench/measure/heap.ts'

/** Whether the result of `work` is garbage-collected after it. */
export const isForgotten = async (work: () => Promise<object>): Promise<boolean> => {
  const brought = await work().then((value) => new WeakRef(value))
  // What was just referred to stays until the end of the round.
  await setImmediate()
  memory()
  return brought.deref() === undefined
}
