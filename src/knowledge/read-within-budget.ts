import { setTimeout as wait } from 'node:timers/promises'

export interface BudgetedReads<Item, Value> {
  readonly items: readonly Item[]
  /** What is at hand already. */
  readonly kept: (item: Item) => Value | undefined
  readonly read: (item: Item) => Promise<Value>
  /** Reads at a time. */
  readonly parallel: number
  /** After this long the rest is left out; what is under way goes on, and is at hand the next time. */
  readonly budgetMs: number
  readonly signal: AbortSignal
}

/**
 * Collects what is at hand and reads the rest in order, a few at a time, for no longer than the budget.
 *
 * @throws what a read throws within the budget; an AbortError when the signal aborts
 */
export const readWithinBudget = async <Item, Value>(
  options: BudgetedReads<Item, Value>,
): Promise<ReadonlyMap<Item, Value>> => {
  const { items, kept, read, parallel, budgetMs, signal } = options
  signal.throwIfAborted()
  const found = new Map<Item, Value>()
  const missing = items.filter((item) => {
    const value = kept(item)
    if (value !== undefined) found.set(item, value)
    return value === undefined
  })
  if (missing.length === 0) return found
  const ended = new AbortController()
  const queue = missing.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (ended.signal.aborted) return
      found.set(item, await read(item))
    }
  }
  const work = Promise.all(Array.from({ length: Math.min(parallel, missing.length) }, worker))
  // A read that fails after its reader has left concerns nobody.
  work.catch(() => undefined)
  try {
    await Promise.race([work, wait(budgetMs, undefined, { signal: AbortSignal.any([signal, ended.signal]) })])
    return new Map(found)
  } finally {
    ended.abort()
  }
}
