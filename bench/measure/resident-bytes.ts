import { readFileSync } from 'node:fs'

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m

/** Memory that a process holds now, without those that it has started. @returns NaN where the machine does not tell */
export const residentBytes = (pid: number): number => {
  try {
    return 1024 * Number(RESIDENT.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}
