import type { Progress } from '../progress.ts'
import { endOrphans } from './end-orphans.ts'
import { ensureSecret, openHome } from './home.ts'
import { lockHome } from './lock-home.ts'

/** A home folder that this process has locked. */
export interface LockedHome {
  readonly path: string
  /** The secret of the settings, else the one in the folder. */
  readonly secret: string
  release(): Promise<void>
}

/**
 * Locks the home folder for this process, and ends servers that a killed start has left running.
 * @throws HomeInUse
 */
export const acquireHome = async (
  home: string,
  { secret, progress }: { secret: string | undefined; progress: Progress },
): Promise<LockedHome> => {
  await openHome(home)
  const lock = await lockHome(home)
  try {
    const left = await endOrphans(home)
    if (left.length > 0) progress.note(`Ended processes of an earlier start: ${left.join(', ')}.`)
    return { path: home, secret: secret ?? (await ensureSecret(home)), release: lock.release }
  } catch (error) {
    await lock.release()
    throw error
  }
}
