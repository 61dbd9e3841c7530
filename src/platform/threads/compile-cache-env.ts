import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The environment of a child process or thread that must not inherit ours, which contains secrets: only Node's compile cache, if
 * this process uses one. Without it, each child strips types and compiles modules again.
 */
export const compileCacheEnv = (): { readonly NODE_COMPILE_CACHE?: string } => {
  // Node returns the folder of its own version, and expects the parent folder.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
