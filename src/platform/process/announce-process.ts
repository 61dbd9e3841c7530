import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Config, DEFAULT_HOME } from '../../config.ts'
import { enterRuntime, type Role } from '../../local/home/enter-runtime.ts'
import type { Observe } from '../observation.ts'

type Settings = Pick<Config, 'home' | 'mongoUri' | 'secret'> & {
  readonly temporal: Pick<Config['temporal'], 'address'>
}

/**
 * Names this process in `runtime.json` of its home folder, so that operators find it there.
 *
 * @param usualHome the home folder of whoever names none
 * @returns what takes the name back; where the folder cannot be written the process runs unnamed, which is observed
 */
export const announceProcess = async (
  settings: Settings,
  role: Role,
  observe: Observe,
  usualHome = DEFAULT_HOME,
): Promise<{ leave(): Promise<void> }> => {
  const { home } = settings
  const unnamed = (error: unknown): void => observe({ kind: 'runtime_file_unwritable', home, error })
  if (!needsHome(settings, usualHome)) return NAMELESS
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    const entry = await enterRuntime(home, [role])
    return { leave: () => entry.leave().catch(unnamed) }
  } catch (error) {
    unnamed(error)
    return NAMELESS
  }
}

const NAMELESS = { leave: async () => undefined }

/** A process that was told where everything is makes no home folder that nobody has named and nothing is in. */
export const needsHome = ({ home, mongoUri, secret, temporal }: Settings, usualHome = DEFAULT_HOME): boolean =>
  [mongoUri, secret, temporal.address].includes(undefined) || home !== usualHome || existsSync(home)
