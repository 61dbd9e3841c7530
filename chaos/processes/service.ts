import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger, observeWith } from '../../src/platform/observation.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'
import { untilStopped } from '../../src/platform/process/until-stopped.ts'
import { runWorker } from '../../workers/run-worker.ts'
import { crashingApp, crashingFetch, crashingSteps, type WatchTurn } from './crashing-app.ts'
import type { FromService, ToService } from './messages.ts'
import { die, Passages } from './passages.ts'

/**
 * One process of the service with its crash points, `service.ts api` or `service.ts worker`; a worker takes turns from
 * the moment it is told to. Whoever has forked it holds turns, lets them go, and has it kill itself.
 */
const [, , role, bundleFile = '', customers = ''] = process.argv
const tell = (message: FromService): void => void process.send?.(message)

const config = readConfig()
const { secret = '', mongoUri = '' } = config
const address = config.temporal.address ?? ''
const observe = observeWith(createLogger(config.logLevel, role === 'api' ? 'api' : 'worker'))
const passages = new Passages((stop) => tell({ said: 'held', stop }))
globalThis.fetch = crashingFetch(passages, config.model?.baseUrl ?? '', globalThis.fetch)

const RUNNING = `SELECT 1 FROM pg_stat_activity
  WHERE application_name = $1 AND state = 'active' AND query NOT LIKE 'BEGIN%'`

const watchTurn: WatchTurn = async (turnId) => {
  const client = new pg.Client(customers)
  client.on('error', () => undefined)
  await client.connect()
  return {
    isRunning: async () => (await client.query(RUNNING, [`tabletalk ${turnId}`])).rowCount !== 0,
    close: () => client.end().catch(() => undefined),
  }
}

const real = await createApp({ config, secret, temporalAddress: address, mongoUri, observe })
const app = crashingApp(real, passages, watchTurn)

const beginning = Promise.withResolvers<void>()
process.on('message', (message: ToService) => {
  if (message.do === 'die') die()
  if (message.do === 'release') passages.release()
  if (message.do === 'begin') beginning.resolve()
  if (message.do === 'plan') {
    passages.plan(message.plan)
    tell({ said: 'planned' })
  }
})
// A driver that is gone needs nobody.
process.on('disconnect', die)

if (role === 'api') {
  const api = await serveApi(app, { host: '127.0.0.1', port: config.port ?? 0, secret })
  tell({ said: 'ready', port: api.port })
  await untilStopped()
  await api.drain(10_000)
} else {
  const bundle = { code: await readFile(bundleFile, 'utf8') }
  tell({ said: 'ready' })
  await beginning.promise
  const steps = crashingSteps(passages, (scope, step) => tell({ said: 'step', at: Date.now(), scope, step }))
  const worker = await runWorker(app, { bundle, address, graceMs: 10_000, interceptors: [steps] })
  tell({ said: 'begun' })
  await Promise.race([untilStopped(), worker.stopped])
  await worker.drain()
}
await app.close()
process.exit()
