import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { writeDemoFile } from '../local/home/demo-file.ts'
import { modelFaults } from '../platform/config/model-faults.ts'
import { aborted, runLocally } from '../platform/process/run-locally.ts'
import { readyBlock } from './ready-block.ts'

const EXAMPLES = `
Examples:
  $ npm start
  $ PORT=8080 TABLETALK_HOME=/var/lib/tabletalk tabletalk start
  $ TEMPORAL_ADDRESS=temporal:7233 MONGODB_URI=mongodb://db/tabletalk tabletalk start

Servers without a configured address are found on PATH or in the cache, downloaded or built. Data is stored in
TABLETALK_HOME; default: the folder .tabletalk in the checkout.`

/** `tabletalk start`: runs everything: API and worker in one process, and the servers. */
export const registerStart = (program: Command): void => {
  program
    .command('start')
    .summary('run everything: servers, API, worker, demo')
    .description('Finds or installs the servers, seeds the demo, and runs API and worker until Ctrl-C.')
    .addHelpText('after', EXAMPLES)
    .action(() => start(readConfig()))
}

const start = (config: Config): Promise<void> =>
  runLocally(config, {
    withApi: true,
    async prepare(home, progress) {
      const { prepareApplication, runApplication } = await import('../platform/process/run-application.ts')
      return { runApplication, preparation: await prepareApplication(home, progress) }
    },
    async run(local, { runApplication, preparation }, { progress, ending }) {
      const application = await progress.step('Starting API and worker', () =>
        runApplication(config, local, preparation, async (demo) => {
          await local.runtime.set({ base_url: demo.base_url })
          await writeDemoFile(local.home, demo)
        }),
      )
      try {
        process.stdout.write(readyBlock(application, local.home))
        const trouble = modelFaults(config)
        if (trouble !== undefined) process.stderr.write(`\nTABLETALK_MODEL is ${trouble}.\n`)
        await Promise.race([aborted(ending), application.stopped])
      } finally {
        await application.stop()
      }
    },
  })
