import { type CacheEntry, findCached } from './make-once.ts'
import { findOnPath } from './on-path.ts'
import type { Program, ServerFolders } from './server-folders.ts'
import { isAtLeast, programVersion } from './tool-versions.ts'
import { TEMPORAL_VERSION } from './versions.ts'

/** The oldest version with update-with-start, which turns need; older programs are ignored. */
const OLDEST_SERVER = '1.29'

export interface TemporalProgram extends Program {
  /** The version of the contained server, such as 1.31.2. */
  readonly version: string | undefined
}

export const temporalEntry = (cache: string): CacheEntry => ({
  cache,
  name: `temporal-${TEMPORAL_VERSION}`,
  file: process.platform === 'win32' ? 'temporal.exe' : 'temporal',
})

/** An installed Temporal command: on PATH, else in the cache. */
export const findTemporal = async ({ cache, searchPath }: ServerFolders): Promise<TemporalProgram | undefined> => {
  const file = await findOnPath('temporal', searchPath)
  const version = file === undefined ? undefined : await temporalVersion(file)
  if (file !== undefined && version !== undefined && isAtLeast(version, OLDEST_SERVER)) {
    return { file, from: 'path', version }
  }
  const cached = await findCached(temporalEntry(cache))
  return cached === undefined ? undefined : { file: cached, from: 'cache', version: undefined }
}

/** `temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)` → 1.31.2 */
export const temporalVersion = (file: string): Promise<string | undefined> =>
  programVersion(file, ['--version'], '(Server')
