import { mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { enterRuntime, type Role } from '../local/home/enter-runtime.ts'
import type { Observe } from '../observation.ts'

/**
 * Names this process in `runtime.json` of its home folder, so that operators find it there.
 * @returns what takes the name back; where the folder cannot be written the process runs unnamed, which is observed
 */
export const announceProcess = async (
  { home }: Pick<Config, 'home'>,
  role: Role,
  observe: Observe,
): Promise<{ leave(): Promise<void> }> => {
  const unnamed = (error: unknown): void => observe({ kind: 'process-unnamed', home, error })
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    const entry = await enterRuntime(home, [role])
    return { leave: () => entry.leave().catch(unnamed) }
  } catch (error) {
    unnamed(error)
    return { leave: async () => undefined }
  }
}
