import { chmod, readdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'

/** A download without a new byte for this time is aborted, so that the next way is tried soon without a network. */
const STALLED_MS = 8_000
const POLL_MS = 500

interface Download {
  readonly folder: string
  readonly target: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Downloads the program of a server with a library that knows its official address. The library runs in a separate process, so
 * that a stalled download can be aborted.
 * @throws without a network, or if there is no program for this system
 */
export const downloadProgram = async (
  name: 'temporal' | 'mongod',
  { folder, target, signal }: Download,
): Promise<void> => {
  const stalled = new AbortController()
  const ending = signal === undefined ? stalled.signal : AbortSignal.any([stalled.signal, signal])
  const script = path.join(import.meta.dirname, 'downloads', `${name}.ts`)
  const download = execa(process.execPath, [script, folder], {
    reject: false,
    stdin: 'ignore',
    // Retries of the library would delay a start without a network.
    env: { MONGOMS_MAX_RETRIES: '1' },
    cancelSignal: ending,
    forceKillAfterDelay: 1_000,
  })
  const watcher = setInterval(stallCheck(folder, stalled), POLL_MS)
  const { failed, stdout, stderr } = await download
  clearInterval(watcher)
  signal?.throwIfAborted()
  if (stalled.signal.aborted) throw new Error('the download stalled')
  if (failed) throw new Error(reasonIn(stderr))
  await rename(stdout.trim().split('\n').at(-1) ?? '', target)
  await chmod(target, 0o755)
}

const stallCheck = (folder: string, stalled: AbortController): (() => void) => {
  let size = 0
  let arrivedAt = Date.now()
  return () => {
    folderSize(folder).then((now) => {
      if (now !== size) arrivedAt = Date.now()
      size = now
      if (Date.now() - arrivedAt > STALLED_MS) stalled.abort()
    }, stalled.abort.bind(stalled))
  }
}

const folderSize = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The message of an uncaught error in the output of Node, between its source line and its stack. */
const reasonIn = (stderr: string): string => {
  const text = /^\[?\w*Error\b:? ?(?<text>.*(?:\n(?! {4}at ).+)*)/m.exec(stderr)?.groups?.text ?? stderr.trim()
  return text.replace(/\s+/g, ' ').replace(/\]$/, '').slice(0, REASON_MAX)
}

const REASON_MAX = 300
