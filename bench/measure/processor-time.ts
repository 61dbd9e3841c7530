import { readFileSync } from 'node:fs'

/** Ticks of `/proc/<pid>/stat`: a hundredth of a second on every Linux that people run. */
const TICK_MS = 10

/**
 * Processor time that a process has taken until now, in ms, all of its threads together.
 * @returns NaN where the machine does not tell
 */
export const processorMs = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything, blanks too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}
