import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Only there the kernel lists processes as files. */
export const onLinux = existsSync('/proc/self/stat')

const read = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** State and parent of a process, from the kernel. */
const statusOf = (pid: string): readonly string[] => read(pid, 'stat').split(') ')[1]?.split(' ') ?? []

export const isAlive = (pid: string): boolean => !['Z', undefined].includes(statusOf(pid)[0])

/** Whether it computes or reads a disk: a process without a query sleeps. */
export const isAtWork = (pid: string): boolean => ['R', 'D'].includes(statusOf(pid)[0] ?? '')

/** The processes that run queries for `parent`. */
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
