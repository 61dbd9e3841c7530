import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { aborted, runLocally } from './run-locally.ts'

const EXAMPLES = `
Examples:
  $ tabletalk servers &
  $ npm run worker &
  $ npm run api

API and worker find these servers through the home folder (TABLETALK_HOME), so any number of them can run.`

/** `tabletalk servers`: only what API and worker processes need. */
export const registerServers = (program: Command): void => {
  program
    .command('servers')
    .summary('run only the servers, for API and worker processes of your own')
    .description('Finds or makes Temporal and a document store, and runs them until Ctrl-C.')
    .addHelpText('after', EXAMPLES)
    .action(() =>
      runLocally(readConfig(), {
        prepare: () => Promise.resolve(),
        async run({ temporalAddress, temporalUi, mongoUri }, _, { ending }) {
          process.stdout.write(
            `TEMPORAL_ADDRESS=${temporalAddress}\nTEMPORAL_UI=${temporalUi ?? ''}\nMONGODB_URI=${mongoUri}\n`,
          )
          await aborted(ending)
        },
      }),
    )
}
