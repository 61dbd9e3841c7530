import type { Config } from '../config.ts'
import type { Engine } from '../engines/engine.ts'
import type { Loaders } from '../engines/loaders.ts'
import type { Schema } from '../guard/schema.ts'
import { createProgress, silentProgress } from '../local/progress.ts'
import { describeDatabase as describe } from '../manage/databases/describe-database.ts'
import type { StorePlace } from '../platform/process/locate-store.ts'
import { reachTrouble } from './reach-trouble.ts'

/** Works with every engine, and ends their pools and processes. Under `npm start`, private hosts are allowed here too. */
export const withEngines = async <Value>(
  {
    config,
    place,
  }: { readonly config: Pick<Config, 'allowPrivateHosts'>; readonly place: Pick<StorePlace, 'isLocal'> },
  work: (engines: readonly Engine[], loaders: Loaders) => Promise<Value>,
): Promise<Value> => {
  // Heavy: parsers and drivers.
  const { allEngines } = await import('../engines/index.ts')
  const { allLoaders } = await import('../engines/loaders.ts')
  const options = { allowPrivateHosts: config.allowPrivateHosts ?? place.isLocal }
  const engines = allEngines(options)
  try {
    return await work(engines, allLoaders(options))
  } finally {
    await Promise.all(engines.map((engine) => engine.close()))
  }
}

/**
 * Reads tables, columns and keys, and shows that it does when it takes longer than a second.
 *
 * @param isTyped whether the address was given to this command: then what is wrong names its file or host, which is told of
 * no stored one
 * @throws CommandFailed that names the file or the host; Problem as `Engine.describe`
 */
export const describeDatabase = async (
  connected: Parameters<typeof describe>[0],
  { quiet, isTyped = false }: { readonly quiet: boolean; readonly isTyped?: boolean },
): Promise<Schema> => {
  const progress = quiet ? silentProgress : createProgress(process.stderr)
  try {
    return await progress.step('Reading tables and keys', () => describe(connected))
  } catch (error) {
    throw isTyped ? await reachTrouble(connected.address, error) : error
  }
}
