import { readFile } from 'node:fs/promises'
import { errorCode } from '../error-code.ts'

/**
 * Identifies a process beyond its id, which may be reused: the result is constant while the process runs.
 * @returns undefined if no process with this id runs; a zombie does not run
 */
export const processIdentity = async (pid: number): Promise<string | undefined> => {
  if (!isSignalable(pid)) return undefined
  if (process.platform === 'linux') return await linuxIdentity(pid)
  if (process.platform === 'win32') return 'running'
  // Loaded only here: other platforms need no library.
  const { execa } = await import('execa')
  const { stdout, failed } = await execa('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { reject: false })
  const [state, ...started] = stdout.trim().split(/\s+/)
  return failed || state === undefined || state.startsWith('Z') ? undefined : started.join(' ')
}

/** A process as stored in a file, so that a later process can recognise it. */
export interface ProcessMark {
  readonly pid: number
  readonly identity: string
}

/** @throws if no process with this id runs */
export const markProcess = async (pid: number): Promise<ProcessMark> => {
  const identity = await processIdentity(pid)
  if (identity === undefined) throw new Error(`Process ${pid} has ended.`)
  return { pid, identity }
}

/** Whether the marked process still runs; another process with the same id does not count. */
export const isMarkedProcessRunning = async (mark: ProcessMark): Promise<boolean> =>
  (await processIdentity(mark.pid)) === mark.identity

const isSignalable = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

const linuxIdentity = async (pid: number): Promise<string | undefined> => {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // The name in parentheses may contain any character; after it come the state (field 3) and the start time (field 22).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    return state === 'Z' || state === 'X' ? undefined : `${boot.trim()}/${fields[19]}`
  } catch {
    return undefined
  }
}
