import getPort from 'get-port'
import mongoose from 'mongoose'
import { readConfig } from '../../src/config.ts'
import { prepareApplication, runApplication } from '../../src/platform/process/run-application.ts'
import { connectStore } from '../../src/store/connection.ts'
import { aesSealer, deriveKey } from '../../src/store/sealer.ts'
import { createStore } from '../../src/store/store.ts'
import { memory } from '../measure/heap.ts'
import { watchCommands } from '../measure/store-commands.ts'

/** API and worker in one process, as in `npm start`; its demo organization has no rate limits. */
const { HOME_OF_BENCH: home = '', SECRET: secret = '', TEMPORAL_ADDRESS = '', MONGODB_URI: mongoUri = '' } = process.env
const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' })
const local = {
  home,
  secret,
  mongoUri,
  temporalAddress: TEMPORAL_ADDRESS,
  temporalUi: undefined,
  apiPort: await getPort(),
  codecSecret: undefined,
}
const application = await runApplication({ ...config, logLevel: 'silent' }, local, await prepareApplication(home))
const { demo } = application
const connection = await connectStore(mongoUri)
const store = createStore(connection, {
  addresses: aesSealer(deriveKey(secret, 'addresses')),
  pepper: deriveKey(secret, 'api-keys'),
})
const units = { per_minute: 10_000_000, per_hour: 10_000_000, concurrent: 1_000 }
await store.organizations.change({ organizationId: demo.organization_id }, { limits: units })
await store.close()

const open = mongoose.connections.filter(({ readyState }) => readyState === 1)
const commandsSoFar = watchCommands(open.map((one) => one.getClient()))

// Ends with a failed benchmark.
process.once('disconnect', () => process.exit())
process.send?.(demo)
process.on('message', async (word) => {
  if (word === 'memory') {
    process.send?.(memory())
    return
  }
  if (word === 'commands') {
    process.send?.(commandsSoFar())
    return
  }
  await application.stop()
  process.exit()
})
