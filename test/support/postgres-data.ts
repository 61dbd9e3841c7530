import { type ExecFileOptions, execFile as execFileOf } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { announcedServers } from './test-servers.ts'

const execFile = promisify(execFileOf)

/** Where the files of new servers are kept in a run; not in its home, which is closed to the user that servers run as. */
export const postgresTemplates = (home: string): string => `${home}-postgres`

export interface PostgresData {
  /** The folder to be filled. */
  readonly data: string
  /** Whose `initdb` it is that lays the files. */
  readonly installed: string
  /** Lays them. */
  initialize(): Promise<unknown>
  /** As who, and where, programs run. */
  readonly options: ExecFileOptions
}

/** The files of a new server: made once in a run, which takes a second, and copied after that. */
export const layPostgresData = async ({ data, installed, initialize, options }: PostgresData): Promise<void> => {
  const home = announcedServers()?.home
  // Elsewhere there is no `cp`.
  if (home === undefined || process.platform === 'win32') {
    await initialize()
    return
  }
  const templates = postgresTemplates(home)
  const kept = join(templates, createHash('sha256').update(installed).digest('hex').slice(0, 16))
  if (existsSync(kept)) {
    await execFile('cp', ['-R', kept, data], options)
    return
  }
  await initialize()
  mkdirSync(templates, { recursive: true })
  if (options.uid !== undefined) chownSync(templates, options.uid, options.gid ?? options.uid)
  const copy = join(templates, randomUUID())
  await execFile('cp', ['-R', data, copy], options)
  try {
    renameSync(copy, kept)
  } catch {
    // Another process was first.
    rmSync(copy, { recursive: true })
  }
}
