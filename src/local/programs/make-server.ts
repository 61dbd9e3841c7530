import path from 'node:path'
import type { Progress } from '../progress.ts'
import { type CacheEntry, makeOnce } from './make-once.ts'
import { MissingServer } from './missing-server.ts'
import type { Program } from './server-folders.ts'

/** One way to install a server. */
export interface Recipe {
  /** Names the step in a progress line: "Downloading Temporal". */
  readonly what: string
  readonly from: Program['from']
  readonly entry: CacheEntry
  /** Writes the program to `target`, a path in `folder`. */
  make(target: string, folder: string): Promise<void>
}

export interface MakeOptions {
  readonly progress: Progress
  readonly signal?: AbortSignal | undefined
}

/**
 * Tries the recipes in order until one succeeds.
 * @param helps what the user can do if none does
 * @throws MissingServer
 */
export const makeServer = async (
  server: string,
  recipes: readonly Recipe[],
  helps: readonly string[],
  { progress, signal }: MakeOptions,
): Promise<Program> => {
  progress.note(`No ${server} found. Installing one; later starts reuse it.`)
  const tried: string[] = []
  for (const { what, from, entry, make } of recipes) {
    try {
      const file = await makeOnce(entry, { what, progress, signal }, (folder) =>
        make(path.join(folder, entry.file), folder),
      )
      return { file, from }
    } catch (error) {
      signal?.throwIfAborted()
      tried.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      progress.note(`  ${tried.at(-1)}`)
    }
  }
  throw new MissingServer(server, tried, helps)
}
