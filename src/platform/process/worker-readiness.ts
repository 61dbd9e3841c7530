import type { App } from '../../app.ts'
import { type Readiness, readinessOf } from '../../http/readiness.ts'

/** Whether a worker takes turns: the store and Temporal answer, and it asks Temporal for work. */
export const workerReadiness = (
  app: Pick<App, 'store' | 'turns'>,
  worker: { isPolling(): boolean },
): (() => Promise<Readiness>) => readinessOf(app, () => ({ polling: worker.isPolling() }))
