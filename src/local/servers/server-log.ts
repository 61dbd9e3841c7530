import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LOG_BYTES_MAX } from './bounded-log.ts'

/** Makes the log where it is not there yet, and a new one where it is too long. @returns how long it is */
export const openLog = async (file: string): Promise<number> => {
  await mkdir(path.dirname(file), { recursive: true })
  await appendFile(file, '')
  const { size } = await stat(file)
  if (size <= LOG_BYTES_MAX) return size
  await rename(file, `${file}.old`)
  await writeFile(file, '')
  return 0
}

/** Other versions may word it otherwise: a server that lives for so long has got its port. */
const UNANNOUNCED_MS = 5_000

/** Whether a server that began then has said since `from` that its port is its own. */
export const hasAnnounced = async (
  { log, announcement }: { log: string; announcement: string },
  from: number,
  begun: number,
): Promise<boolean> =>
  performance.now() - begun > UNANNOUNCED_MS || (await readFile(log)).subarray(from).includes(announcement)

const TAIL_LINES = 8

/** What a server said last, indented for the end of a message. */
export const lastLines = async (file: string): Promise<string> => {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines
    .slice(-TAIL_LINES)
    .map((line) => `    ${line}`)
    .join('\n')
}
