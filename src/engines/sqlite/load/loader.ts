import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from '../../../platform/problems/problem.ts'
import { type Loader, scratchName } from '../../loader.ts'
import { fileOf } from '../connect/address.ts'
import { SQLITE_ATTACKS } from './attacks.ts'
import { loadTables } from './load-tables.ts'

const BUSY_MS = 5_000

/** Writes SQLite files in this process. Scratch databases are files in private temporary folders. */
export const SQLITE_LOADER: Loader = {
  attacks: SQLITE_ATTACKS,
  async load(address, tables, options) {
    const database = openForWriting(fileOf(address))
    try {
      loadTables(database, tables, options)
    } finally {
      database.close()
    }
  },
  async scratch(_address, signal, label) {
    signal.throwIfAborted()
    const folder = scratchFolder(label)
    await mkdir(folder, { mode: 0o700 })
    return { address: `sqlite:${path.join(folder, 'scratch.sqlite')}`, remove: () => removeFolder(folder) }
  },
  async removeScratch(_address, label) {
    await removeFolder(scratchFolder(label))
  },
}

const scratchFolder = (label?: string): string => path.join(tmpdir(), scratchName(label))

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** Creates the file if missing. Foreign keys are not checked, because rows arrive in any order. */
const openForWriting = (file: string): DatabaseSync => {
  try {
    return new DatabaseSync(file, { enableForeignKeyConstraints: false, timeout: BUSY_MS })
  } catch (error) {
    const message =
      'The database file cannot be written: check that its folder exists and that this user may write there.'
    throw new Problem('database_unreachable', { message, transient: false, cause: error })
  }
}
