import { readFile } from 'node:fs/promises'
import { errorCode } from '../error-code.ts'

/**
 * Tells a process apart from a later one with the same id: what it returns is the same as long as that process lives.
 * @returns undefined when no such process runs (a zombie does not run)
 */
export const processIdentity = async (pid: number): Promise<string | undefined> => {
  if (!isSignalable(pid)) return undefined
  if (process.platform === 'linux') return await linuxIdentity(pid)
  if (process.platform === 'win32') return 'running'
  // Where the system has no files of its processes; the others need not read the library.
  const { execa } = await import('execa')
  const { stdout, failed } = await execa('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { reject: false })
  const [state, ...started] = stdout.trim().split(/\s+/)
  return failed || state === undefined || state.startsWith('Z') ? undefined : started.join(' ')
}

/** A process as written into a file, to be recognised by a later one. */
export interface ProcessMark {
  readonly pid: number
  readonly identity: string
}

/** @throws when no such process runs */
export const markProcess = async (pid: number): Promise<ProcessMark> => {
  const identity = await processIdentity(pid)
  if (identity === undefined) throw new Error(`Process ${pid} has ended.`)
  return { pid, identity }
}

/** Whether the process that was marked still runs; another one with its id does not count. */
export const stillRuns = async (mark: ProcessMark): Promise<boolean> =>
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
    // The name, in parentheses, may hold anything; what follows it starts with the state (field 3), start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    return state === 'Z' || state === 'X' ? undefined : `${boot.trim()}/${fields[19]}`
  } catch {
    return undefined
  }
}
