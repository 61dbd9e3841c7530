import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of `/proc/<pid>/stat`: a hundredth of a second on every Linux that people run. */
const TICK_MS = 10

/**
 * Processor time that a process has taken until now, in ms: its threads, its child processes, and those of them that
 * have ended.
 *
 * @returns NaN where the platform does not report it
 */
export const processorMs = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything, blanks too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
    return childrenOf(pid).reduce((sum, child) => sum + (processorMs(child) || 0), own)
  } catch {
    return Number.NaN
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
