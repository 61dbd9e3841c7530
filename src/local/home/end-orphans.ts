import { setTimeout as sleep } from 'node:timers/promises'
import { isMarkedProcessRunning, type ProcessMark } from './process-identity.ts'
import { readRuntime, SERVER_NAMES } from './runtime-file.ts'

/**
 * Ends servers of an earlier start that was killed, because they still use the data files of the home folder. API and worker
 * processes are left running: they belong to other starts.
 */
export const endOrphans = async (home: string): Promise<string[]> => {
  const { processes = {} } = (await readRuntime(home)) ?? {}
  const ended = await Promise.all(
    SERVER_NAMES.map(async (name) => {
      const mark = processes[name]
      return mark !== undefined && (await end(mark)) ? name : undefined
    }),
  )
  return ended.filter((name) => name !== undefined)
}

const TERM_MS = 3_000
const KILL_MS = 8_000

const end = async (mark: ProcessMark): Promise<boolean> => {
  if (mark.pid === process.pid || !(await isMarkedProcessRunning(mark))) return false
  send(mark.pid, 'SIGTERM')
  const begun = Date.now()
  while (await isMarkedProcessRunning(mark)) {
    const waitedMs = Date.now() - begun
    if (waitedMs > KILL_MS)
      throw new Error(`Process ${mark.pid} of an earlier start does not exit. End it, then start again.`)
    if (waitedMs > TERM_MS) send(mark.pid, 'SIGKILL')
    await sleep(20)
  }
  return true
}

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It exited meanwhile.
  }
}
