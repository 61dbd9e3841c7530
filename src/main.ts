import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { modelFaults } from './platform/config/model-faults.ts'
import { announceProcess } from './platform/process/announce-process.ts'
import { locateServers } from './platform/process/locate-servers.ts'
import { servedPortal } from './platform/process/portal.ts'
import { runMain } from './platform/process/run-main.ts'
import { serveApi } from './platform/process/serve-api.ts'
import { STORE_WAIT_MS } from './platform/process/store-wait.ts'
import { openTelemetry } from './platform/process/telemetry.ts'
import { untilStopped } from './platform/process/until-stopped.ts'

const GRACE_MS = 10_000

await runMain(async () => {
  const config = readConfig()
  const telemetry = await openTelemetry(config, 'api')
  const { observe, tracing } = telemetry
  const trouble = modelFaults(config)
  if (trouble !== undefined) observe({ kind: 'model_settings_missing', reason: trouble })
  const servers = await locateServers(config)
  const [app, portal] = await Promise.all([
    createApp({
      config: { ...config, temporal: { ...config.temporal, ui: servers.temporalUi } },
      ...servers,
      observe,
      tracing,
      storeWaitMs: STORE_WAIT_MS,
    }),
    servedPortal(),
  ])
  const api = await serveApi(app, { host: config.host, port: config.port ?? 3000, secret: servers.secret, portal })
  app.temporal.watch.start()
  telemetry.readyWhen(api.readiness)
  telemetry.watch(app.usage)
  const stopping = untilStopped()
  const entry = await announceProcess(config, 'api', observe)
  const reason = await stopping
  observe({ kind: 'drain_started', reason })
  await api.drain(GRACE_MS)
  await app.close()
  await telemetry.close()
  await entry.leave()
})
