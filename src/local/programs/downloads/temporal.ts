/** A program: downloads the Temporal command into the folder of its argument, and prints the path. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { TEMPORAL_VERSION } from '../versions.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('usage: temporal.ts FOLDER')

// The library downloads a server only to start it.
const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir: folder, version: `v${TEMPORAL_VERSION}` } },
})
await environment.teardown()

const files = await Promise.all(
  (await readdir(folder)).map(async (name) => {
    const file = path.join(folder, name)
    return { file, size: (await stat(file)).size }
  }),
)
const [largest] = files.sort((a, b) => b.size - a.size)
if (largest === undefined) throw new Error('nothing was downloaded')
process.stdout.write(largest.file)
