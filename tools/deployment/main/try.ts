import { readConfig } from '../../../src/config.ts'
import { createProgress } from '../../../src/local/progress.ts'
import { withCompose } from '../docker/compose.ts'
import { obtainDaemon, stopDaemon } from '../docker/daemon.ts'
import { ended } from '../docker/ended.ts'
import { makeImages } from '../making/make-images.ts'
import { runPage } from '../page/run-page.ts'
import { HELP, readOptions } from '../trial/options.ts'
import { runTrial } from '../trial/run-trial.ts'

await ended(async () => {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) {
    process.stdout.write(HELP)
    return
  }
  const progress = createProgress(process.stderr)
  const { cache } = readConfig()
  const kitchen = { cache, progress }
  await withCompose(kitchen)
  const daemon = await obtainDaemon(cache, progress)
  try {
    const made = await makeImages(kitchen)
    const named = (word: string): string => made.find(({ name }) => name.startsWith(`${word}:`))?.name ?? word
    const isWell = options.page
      ? await runPage(progress)
      : await runTrial(options, { postgres: named('postgres'), node: named('node') }, progress)
    process.exitCode = isWell ? 0 : 1
  } finally {
    if (daemon.startedHere && !options.keep) await stopDaemon(cache)
  }
})
// What a trial that was broken off has begun does not keep this process.
process.exit()
