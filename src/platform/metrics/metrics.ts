import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Observe } from '../observation.ts'
import { observationCounters } from './observation-counters.ts'

/** The metrics of a process, in the text format of Prometheus. No label has a value that a caller chooses. */
export interface Metrics {
  /** Counts an observation. */
  readonly observe: Observe
  readonly contentType: string
  text(): Promise<string>
}

interface MetricsOptions {
  /** The names of the engines, whose counters begin at 0. */
  readonly engines: readonly string[]
}

/** Creates a registry with the default metrics of Node.js and those of the service. */
export const createMetrics = ({ engines }: MetricsOptions): Metrics => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return {
    observe: observationCounters(register, engines),
    contentType: register.contentType,
    text: () => register.metrics(),
  }
}
