import PQueue from 'p-queue'

/** Concurrency of queues, by the number of trailing labels that identify a queue. */
const QUEUE_LEVELS: readonly { readonly words: number; readonly concurrency: number }[] = [
  { words: 3, concurrency: 4 },
  { words: 2, concurrency: 16 },
  { words: 0, concurrency: 64 },
]

/** Maximum queue length. */
const WAITING_MAX = 200

/**
 * Nested queues for work on hosts, so that a slow domain delays only itself, regardless of the number of names in it. As the owners
 * of domains are unknown, queues are nested by suffix: `shop.co.uk` has 4 slots within the 16 of `co.uk`; `shop.example`, with all
 * its subdomains, has 16.
 *
 * @returns runs work in its queue; throws if too many tasks are waiting, and when the signal aborts
 */
export const nestedQueues = () => {
  const queues = new Map<string, PQueue>()
  const enqueue = async <Value>(key: string, concurrency: number, work: () => Promise<Value>, signal: AbortSignal) => {
    const queue = queues.get(key) ?? new PQueue({ concurrency })
    if (!queues.has(key)) {
      queues.set(key, queue)
      queue.on('idle', () => queues.delete(key))
    }
    if (queue.size >= WAITING_MAX) throw new Error('too many hosts are being looked up')
    return await queue.add(work, { signal })
  }
  return async <Value>(host: string, work: () => Promise<Value>, signal: AbortSignal): Promise<Value> => {
    const words = host.replace(/\.$/, '').split('.')
    const turn = QUEUE_LEVELS.reduceRight<() => Promise<Value>>((within, { words: count, concurrency }) => {
      const key = `${count} ${words.slice(words.length - Math.min(count, words.length)).join('.')}`
      return () => enqueue(key, concurrency, within, signal)
    }, work)
    return await turn()
  }
}
