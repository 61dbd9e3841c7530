import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { SlotOwner } from '../../access/rules/fair-semaphore.ts'
import type { Row } from '../../ask/rules/outcome.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { ThreadLost, ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { FileContent } from './rules/file-content.ts'
import type { WriteCall, WriteEnd } from './write-thread.ts'

interface WrittenFile {
  readonly bytes: Uint8Array
  /** In hex. */
  readonly sha256: string
  /** Number of cells truncated in a workbook, because of Excel's limit. */
  readonly shortened: number
}

/** A large workbook occupies a thread for seconds; a small file does not wait for it. */
const THREADS_MAX = 2
const WAITING_MAX = 200
const DEADLINE_MS = 5 * 60_000
/** A workbook of a million cells needs about 600 MB while it is built. */
const MEMORY_MB = 1_024
const THREAD = fileURLToPath(new URL('./write-thread.ts', import.meta.url))

/** Limits of a batch sent to a thread: copying it takes a few milliseconds. */
const BATCH_ROWS = 500
const BATCH_CHARACTERS = 512 * 1024

/** Writes files in threads, so that large files do not block the event loop. */
export class FileWriter {
  readonly #threads = new ThreadPool<WriteCall, Uint8Array>({
    filename: THREAD,
    threadsMax: THREADS_MAX,
    waitingMax: WAITING_MAX,
    deadlineMs: DEADLINE_MS,
    memoryMb: MEMORY_MB,
  })

  /**
   * @param owner threads are shared fairly by organization, tenant and caller
   * @throws Problem `tenant_busy`; `internal` if the thread died or timed out; the signal's reason
   */
  async write(
    content: FileContent,
    rows: readonly Row[],
    owner: SlotOwner,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<WrittenFile> {
    signal.throwIfAborted()
    const { port1: parentPort, port2: port } = new MessageChannel()
    const options = { waiting: signal, working: signal, ports: [port] }
    const running = this.#threads.run({ ...content, port }, owner, options)
    const ended = sendRows(parentPort, rows)
    // `race` reports the first failure; this prevents unhandled rejections.
    for (const one of [running, ended]) one.catch(() => undefined)
    try {
      const { sha256, shortened } = await Promise.race([ended, running.then(() => ended)])
      return { bytes: await running, sha256, shortened }
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error
      const message =
        'The file could not be created because it is too large. Export as CSV, or ask a narrower question.'
      throw new Problem('internal', { message, cause: error })
    } finally {
      parentPort.close()
    }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

/** Sends all rows; each batch waits until the previous one was received. */
const sendRows = async (port: MessagePort, rows: readonly Row[]): Promise<WriteEnd> => {
  for (let from = 0; from < rows.length; ) {
    const batch = batchFrom(rows, from)
    port.postMessage(batch)
    await once(port, 'message')
    from += batch.length
  }
  port.postMessage(null)
  const [end]: WriteEnd[] = await once(port, 'message')
  if (end === undefined) throw new Error('the thread closed without a result')
  return end
}

const batchFrom = (rows: readonly Row[], from: number): readonly Row[] => {
  let characters = 0
  let to = from
  while (to < rows.length && to - from < BATCH_ROWS && characters < BATCH_CHARACTERS) {
    for (const cell of Object.values(rows[to] ?? {})) characters += typeof cell === 'string' ? cell.length : 8
    to += 1
  }
  return rows.slice(from, to)
}
