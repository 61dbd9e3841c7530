import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Memory {
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
}

setFlagsFromString('--expose-gc')
const collect: (how: object) => void = runInNewContext('gc')

/** Heap of this process after garbage collection, in bytes. */
export const memory = (): Memory => {
  // Nearly empty pages are returned to the system too, as under memory pressure.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heapUsed, external }
}
