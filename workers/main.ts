import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { modelFaults } from '../src/platform/config/model-faults.ts'
import { announceProcess } from '../src/platform/process/announce-process.ts'
import { locateServers } from '../src/platform/process/locate-servers.ts'
import { runMain } from '../src/platform/process/run-main.ts'
import { STORE_WAIT_MS } from '../src/platform/process/store-wait.ts'
import { openTelemetry } from '../src/platform/process/telemetry.ts'
import { untilStopped } from '../src/platform/process/until-stopped.ts'
import { workerReadiness } from '../src/platform/process/worker-readiness.ts'
import { workflowsDigest } from './build-id.ts'
import { bundleWorkflows } from './bundle-workflows.ts'
import { runWorker } from './run-worker.ts'

/** Above the longest step, so that a deploy cuts none off. */
const GRACE_MS = 60_000

await runMain(async () => {
  const config = readConfig()
  const telemetry = await openTelemetry(config, 'worker')
  const { observe, tracing } = telemetry
  const trouble = modelFaults(config)
  if (trouble !== undefined) observe({ kind: 'model_settings_missing', reason: trouble })
  const servers = await locateServers(config)
  const [app, bundle] = await Promise.all([
    createApp({ config, ...servers, observe, tracing, storeWaitMs: STORE_WAIT_MS }),
    bundleWorkflows(),
  ])
  const stopping = untilStopped()
  const asked = new AbortController()
  void stopping.then(() => asked.abort())
  const worker = await runWorker(app, {
    bundle,
    signal: asked.signal,
    address: servers.temporalAddress,
    graceMs: GRACE_MS,
    sdkMetrics: telemetry.sdkAddress,
  })
  telemetry.readyWhen(workerReadiness(app, worker))
  telemetry.watch(app.usage, workflowsDigest(bundle))
  if (!asked.signal.aborted) {
    observe({ kind: 'worker_started' })
    void app.warmUp()
  }
  const entry = await announceProcess(config, 'worker', observe)
  const reason = await Promise.race([stopping, worker.stopped.then(() => 'worker stopped')])
  observe({ kind: 'drain_started', reason })
  await worker.drain()
  await app.close()
  await telemetry.close()
  await entry.leave()
})
