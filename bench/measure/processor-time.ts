import { readdirSync, readFileSync } from 'node:fs'

/** Tick of `/proc/<pid>/stat`: a hundredth of a second on common Linux systems. */
const TICK_MS = 10

/**
 * Processor time of a process so far, in ms, with its threads and running and ended child processes.
 * @returns NaN if the system does not provide it
 */
export const processorMs = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
    return childrenOf(pid).reduce((sum, child) => sum + (processorMs(child) || 0), own)
  } catch {
    return Number.NaN
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => childrenOfThread(`/proc/${pid}/task/${thread}/children`))

const childrenOfThread = (file: string): readonly number[] => {
  try {
    return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    // The thread ended after it was listed.
    return []
  }
}
