import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Only Linux has /proc. */
export const onLinux = existsSync('/proc/self/stat')

const read = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** State and parent of a process, from /proc. */
const statusOf = (pid: string): readonly string[] => read(pid, 'stat').split(') ')[1]?.split(' ') ?? []

export const isAlive = (pid: string): boolean => !['Z', undefined].includes(statusOf(pid)[0])

/** Whether the process is running or waits for a disk; a process without a query sleeps. */
export const isAtWork = (pid: string): boolean => ['R', 'D'].includes(statusOf(pid)[0] ?? '')

/** The pids of the processes that run queries for `parent`. */
export const queryProcesses = (parent: number | undefined = process.pid): readonly string[] =>
  !onLinux
    ? []
    : readdirSync('/proc').filter(
        (pid) =>
          /^\d+$/.test(pid) &&
          isAlive(pid) &&
          statusOf(pid)[1] === String(parent) &&
          read(pid, 'cmdline').includes('/sqlite/connect/begin-child.js'),
      )
