import getPort from 'get-port'
import type { Config } from '../../config.ts'
import type { Readiness } from '../../http/readiness.ts'
import { boundLog } from '../../local/servers/bounded-log.ts'
import { createLogger, type Observe, observeWith } from '../observation.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { type RunningMetrics, serveMetrics } from './serve-metrics.ts'

/** How a process tells what it does. */
export interface Telemetry {
  readonly observe: Observe
  readonly tracing: Tracing
  /** Where the Temporal SDK is to serve its own metrics; undefined where nobody asks for any. */
  readonly sdkAddress: string | undefined
  /** What the process answers beside its metrics when somebody asks whether it can work. */
  readyWhen(readiness: () => Promise<Readiness>): void
  close(): Promise<void>
}

/**
 * Log lines always, metrics and traces where a setting says where.
 * @param logFile where they go, kept short; standard output when absent
 * @throws CannotListen when the address of the metrics is taken
 */
export const openTelemetry = async (
  { logLevel, metrics: place, traces }: Pick<Config, 'logLevel' | 'metrics' | 'traces'>,
  logFile?: string,
): Promise<Telemetry> => {
  const log = observeWith(createLogger(logLevel, logFile))
  const unbound = logFile === undefined ? () => undefined : boundLog(logFile)
  const tracing = await openTracing(traces)
  const close = async () => {
    unbound()
    await tracing.close()
  }
  if (place === undefined) return { observe: log, tracing, sdkAddress: undefined, readyWhen: () => undefined, close }
  // The library is loaded only where somebody collects.
  const { createMetrics } = await import('../metrics/metrics.ts')
  const metrics = createMetrics()
  const sdkAddress = `127.0.0.1:${await getPort({ host: '127.0.0.1' })}`
  const serving: RunningMetrics = await serveMetrics(metrics, { ...place, sdkAddress })
  log({ kind: 'metrics_server_started', address: `http://${place.host}:${serving.port}/metrics` })
  return {
    observe: (observation) => {
      log(observation)
      metrics.observe(observation)
    },
    tracing,
    sdkAddress,
    readyWhen: serving.readyWhen,
    async close() {
      await Promise.all([serving.close(), close()])
    },
  }
}

/** The library is loaded only where somebody traces. */
const openTracing = async (traces: Config['traces']): Promise<Tracing> => {
  if (traces === undefined) return noTracing
  const { otlpTracing } = await import('../tracing/otlp-tracing.ts')
  return otlpTracing(traces.endpoint, traces.serviceName)
}
