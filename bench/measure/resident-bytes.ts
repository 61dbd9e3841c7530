import { readFileSync } from 'node:fs'

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m

/** Resident memory of a process, without its children. @returns NaN if the system does not provide it */
export const residentBytes = (pid: number): number => {
  try {
    return 1024 * Number(RESIDENT.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}
