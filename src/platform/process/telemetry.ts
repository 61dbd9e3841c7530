import getPort from 'get-port'
import type { Config } from '../../config.ts'
import { ENGINE_NAMES } from '../../engines/index.ts'
import type { Readiness } from '../../http/readiness.ts'
import { limitLogSize } from '../../local/servers/limit-log-size.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createLogger, type Observe, observeWith, type ProcessKind } from '../observation.ts'
import { tabletalkVersion } from '../tabletalk-version.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { type RunningMetrics, serveMetrics } from './serve-metrics.ts'

/** Logs, metrics and traces of a process. */
interface Telemetry {
  readonly observe: Observe
  readonly tracing: Tracing
  /** The address for the metrics of the Temporal SDK; undefined without metrics. */
  readonly sdkAddress: string | undefined
  /** Sets the response of `/readyz` on the port of the metrics. */
  readyWhen(readiness: () => Promise<Readiness>): void
  /** As `Metrics.watch`; does nothing without metrics. */
  watch: Metrics['watch']
  close(): Promise<void>
}

/**
 * Opens the log, and metrics and traces if configured.
 * @param logFile a log file of limited size; by default standard output
 * @throws CannotListen if the address of the metrics is in use
 */
export const openTelemetry = async (
  { logLevel, metrics: place, traces }: Pick<Config, 'logLevel' | 'metrics' | 'traces'>,
  service: ProcessKind,
  logFile?: string,
): Promise<Telemetry> => {
  const log = observeWith(createLogger(logLevel, service, logFile))
  const stopBounding = logFile === undefined ? () => undefined : limitLogSize(logFile)
  const tracing = await openTracing(traces)
  const close = async () => {
    stopBounding()
    await tracing.close()
  }
  const nothing = () => undefined
  if (place === undefined)
    return { observe: log, tracing, sdkAddress: undefined, readyWhen: nothing, watch: nothing, close }
  // Imported lazily: only needed with metrics.
  const { createMetrics } = await import('../metrics/metrics.ts')
  const metrics = createMetrics({ engines: ENGINE_NAMES, version: tabletalkVersion() })
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
    watch: metrics.watch,
    async close() {
      await Promise.all([serving.close(), close()])
    },
  }
}

/** The library is imported lazily: only needed with traces. */
const openTracing = async (traces: Config['traces']): Promise<Tracing> => {
  if (traces === undefined) return noTracing
  const { otlpTracing } = await import('../tracing/otlp-tracing.ts')
  return otlpTracing(traces)
}
