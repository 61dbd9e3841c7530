import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { type DemoData, writeDemoFile } from '../local/home/demo-file.ts'
import { requestHost } from '../local/request-host.ts'
import type { LocalServers } from '../local/start-local.ts'
import { aborted, runLocally } from '../platform/process/run-locally.ts'
import { parseStoreAddress } from '../store/store-address.ts'

const EXAMPLES = `
Examples:
  $ tabletalk servers &
  $ npm run worker &
  $ npm run api

API and worker processes find these servers through the home folder (TABLETALK_HOME). You can run any number of them.`

/** `tabletalk servers`: runs only the servers of API and worker processes, and seeds the demo. */
export const registerServers = (program: Command): void => {
  program
    .command('servers')
    .summary('run only the servers; start API and worker processes yourself')
    .description('Finds or installs Temporal and a document store, seeds the demo, and runs the servers until Ctrl-C.')
    .addHelpText('after', EXAMPLES)
    .action(() => servers(readConfig()))
}

const servers = (config: Config): Promise<void> =>
  runLocally(config, {
    withApi: false,
    async prepare(home) {
      const { demoOfToday } = await import('../platform/process/demo/demo-of-today.ts')
      return await demoOfToday(home)
    },
    async run(local, demoFile, { ending }) {
      const demo = await putDemo(config, local, demoFile)
      await writeDemoFile(local.home, demo)
      const { temporalAddress, temporalUi } = local
      // Without the password, because this output may end up in logs.
      const { shown } = parseStoreAddress(local.mongoUri)
      process.stdout.write(
        `TEMPORAL_ADDRESS=${temporalAddress}\nTEMPORAL_UI=${temporalUi ?? ''}\nMONGODB_URI=${shown}\nDEMO_KEY=${demo.org_key}\n`,
      )
      // If both servers are configured, nothing else keeps this process alive.
      const alive = setInterval(() => undefined, LONGEST_MS)
      await aborted(ending)
      clearInterval(alive)
    },
  })

/** The maximum delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1

/** Seeds the demo, for an API that will listen on `PORT`. */
const putDemo = async (config: Config, local: LocalServers, demoFile: string): Promise<DemoData> => {
  const [{ connectStore }, { createStore }, { storeKeys }, { demoOf, seedDemo }] = await Promise.all([
    import('../store/connection.ts'),
    import('../store/store.ts'),
    import('../store/sealer.ts'),
    import('../platform/process/demo/seed-demo.ts'),
  ])
  const keys = storeKeys(local.secret, config.previousSecrets)
  const store = createStore(await connectStore(local.mongoUri), keys)
  try {
    const access = await seedDemo(store, demoFile, keys.pepper)
    return demoOf(access, `http://${requestHost(config.host)}:${local.apiPort}`, local.temporalUi)
  } finally {
    await store.close()
  }
}
