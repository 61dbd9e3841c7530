import type { App } from '../../app.ts'
import { type Readiness, readinessOf } from '../../http/readiness.ts'

/** A worker is ready if the store and Temporal respond and it polls for tasks. */
export const workerReadiness = (
  app: Pick<App, 'store' | 'turns'>,
  worker: { isPolling(): boolean },
): (() => Promise<Readiness>) => readinessOf(app, () => ({ polling: worker.isPolling() }))
