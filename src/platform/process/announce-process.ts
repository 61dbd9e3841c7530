import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Config, DEFAULT_HOME } from '../../config.ts'
import { type Role, registerProcess } from '../../local/home/register-process.ts'
import type { Observe } from '../observation.ts'

type Settings = Pick<Config, 'home' | 'mongoUri' | 'secret'> & {
  readonly temporal: Pick<Config['temporal'], 'address'>
}

/**
 * Registers this process in `runtime.json` of its home folder for operators.
 *
 * @param usualHome the default home folder
 * @returns `leave` removes the entry; if the folder is not writable the process runs without an entry, which is logged
 */
export const announceProcess = async (
  settings: Settings,
  role: Role,
  observe: Observe,
  usualHome = DEFAULT_HOME,
): Promise<{ leave(): Promise<void> }> => {
  const { home } = settings
  const observeFailure = (error: unknown): void => observe({ kind: 'runtime_file_unwritable', home, error })
  if (!needsHome(settings, usualHome)) return NOT_REGISTERED
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    const entry = await registerProcess(home, [role])
    return { leave: () => entry.leave().catch(observeFailure) }
  } catch (error) {
    observeFailure(error)
    return NOT_REGISTERED
  }
}

const NOT_REGISTERED = { leave: async () => undefined }

/** Fully configured processes do not create the default home folder. */
export const needsHome = ({ home, mongoUri, secret, temporal }: Settings, usualHome = DEFAULT_HOME): boolean =>
  [mongoUri, secret, temporal.address].includes(undefined) || home !== usualHome || existsSync(home)
