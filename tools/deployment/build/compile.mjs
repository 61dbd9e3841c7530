// Reads every module of the product once, so that Node's compile cache (NODE_COMPILE_CACHE) has them: an image's processes
// then start without compiling. As the user and in the place of those processes, which are parts of the cache's keys.
import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Entries of processes and threads: they begin to work when they are read. */
const ENTRIES = [
  'src/main.ts',
  'src/cli/main.ts',
  'src/local/programs/downloads/*.ts',
  'src/engines/mysql/connect/watchdog-child.ts',
  'src/engines/sqlite/connect/child.ts',
  'src/platform/patches/temporal-workflow-thread.ts',
  'workers/build.ts',
  'workers/main.ts',
]

const files = globSync('{src,activities,workers,demo}/**/*.ts', { cwd: ROOT, exclude: ENTRIES })
for (const file of files) await import(pathToFileURL(path.join(ROOT, file)).href)
console.log(`${files.length} modules read`)
process.exit()
