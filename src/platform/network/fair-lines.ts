import PQueue from 'p-queue'

/** How many of a line run at once, by how many words of the end of a name make the line. */
const AT_ONCE: readonly { readonly words: number; readonly concurrency: number }[] = [
  { words: 3, concurrency: 4 },
  { words: 2, concurrency: 16 },
  { words: 0, concurrency: 64 },
]

/** In each line. */
const WAITING_MAX = 200

/**
 * Lines in which work for hosts waits so that whoever owns a domain holds up that domain only, however many names they make up
 * in it. Who owns which is not known here, so lines lie within each other: of the four of `shop.co.uk` within the sixteen of
 * `co.uk`, and of the sixteen of `shop.example` with all that lies beneath.
 *
 * @returns what does the work when its turn comes; it throws where too many wait, and when the signal aborts
 */
export const fairLines = () => {
  const lines = new Map<string, PQueue>()
  const inLine = async <Value>(key: string, concurrency: number, work: () => Promise<Value>, signal: AbortSignal) => {
    const line = lines.get(key) ?? new PQueue({ concurrency })
    if (!lines.has(key)) {
      lines.set(key, line)
      line.on('idle', () => lines.delete(key))
    }
    if (line.size >= WAITING_MAX) throw new Error('too many hosts are being looked up')
    return await line.add(work, { signal })
  }
  return async <Value>(host: string, work: () => Promise<Value>, signal: AbortSignal): Promise<Value> => {
    const words = host.replace(/\.$/, '').split('.')
    const turn = AT_ONCE.reduceRight<() => Promise<Value>>((within, { words: count, concurrency }) => {
      const key = `${count} ${words.slice(words.length - Math.min(count, words.length)).join('.')}`
      return () => inLine(key, concurrency, within, signal)
    }, work)
    return await turn()
  }
}
