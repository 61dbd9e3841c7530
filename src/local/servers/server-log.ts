import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LOG_BYTES_MAX } from './limit-log-size.ts'

/** Creates the log of a server, or rotates one that is too long. @returns its size in bytes */
export const openLog = async (file: string): Promise<number> => {
  await mkdir(path.dirname(file), { recursive: true })
  await appendFile(file, '')
  const { size } = await stat(file)
  if (size <= LOG_BYTES_MAX) return size
  await rename(file, `${file}.old`)
  await writeFile(file, '')
  return 0
}

/** Other versions may word the announcement differently: a server that runs for this time has its port. */
const UNANNOUNCED_MS = 5_000

/** Whether a server has announced since the byte `from` of its log that it listens. @param begun its start (`performance.now`) */
export const hasAnnounced = async (
  { log, announcement }: { log: string; announcement: string },
  from: number,
  begun: number,
): Promise<boolean> =>
  performance.now() - begun > UNANNOUNCED_MS || (await readFile(log)).subarray(from).includes(announcement)

const TAIL_LINES = 8

/** The last lines of a log, indented for the end of a message. */
export const lastLines = async (file: string): Promise<string> => {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines
    .slice(-TAIL_LINES)
    .map((line) => `    ${line}`)
    .join('\n')
}
