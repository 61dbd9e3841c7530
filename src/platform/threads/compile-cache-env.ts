import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The environment of a child process or thread that must not have ours, which holds secrets: where Node keeps compiled
 * modules, if this process keeps any. Without it, each child strips and compiles again what this process runs already.
 */
export const compileCacheEnv = (): { readonly NODE_COMPILE_CACHE?: string } => {
  // Node gives the folder of its own version, and takes the folder above.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
