import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Observe } from '../observation.ts'
import { observationCounters } from './observation-counters.ts'
import type { ResourceUsage } from './rules/resource-usage.ts'
import { usageGauges } from './usage-gauges.ts'

/** The metrics of a process, in the text format of Prometheus. No label has a value that a caller chooses. */
export interface Metrics {
  /** Counts an observation. */
  readonly observe: Observe
  readonly contentType: string
  /**
   * Sets what the process uses, read at each scrape, and what it runs.
   * @param workflows digest of the workflow code; absent for a process without a worker
   */
  watch(read: () => ResourceUsage, workflows?: string): void
  text(): Promise<string>
}

interface MetricsOptions {
  /** The names of the engines, whose counters begin at 0. */
  readonly engines: readonly string[]
  /** Of Tabletalk. */
  readonly version: string
}

/** Creates a registry with the default metrics of Node.js and those of the service. */
export const createMetrics = ({ engines, version }: MetricsOptions): Metrics => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  let usage = (): ResourceUsage | undefined => undefined
  usageGauges(register, () => usage())
  const build = new Gauge({
    name: 'tabletalk_build_info',
    help: 'The version of Tabletalk, and a digest of its workflow code or none without a worker; the value is 1.',
    labelNames: ['version', 'workflows'],
    registers: [register],
  })
  return {
    observe: observationCounters(register, engines),
    contentType: register.contentType,
    watch(read, workflows = 'none') {
      usage = read
      build.set({ version, workflows }, 1)
    },
    text: () => register.metrics(),
  }
}
