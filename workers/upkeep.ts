import type { App } from '../src/app.ts'
import { reconcileIndexSchedule } from '../src/temporal/index-schedule.ts'

/** What it does has limits of time of its own, far below this. */
const EVERY_MS = 60_000

/**
 * Periodic work of a worker, at start and every minute: it restarts removals and mails whose process died before they
 * began, reconciles billing that was not checked for a day, and creates the schedule for indexing once Temporal accepts
 * it.
 *
 * @returns a function that ends it
 */
export const beginUpkeep = (
  {
    accounts,
    organizations,
    billing,
    temporal: { client: temporal },
    config,
    observe,
  }: Pick<App, 'accounts' | 'organizations' | 'billing' | 'temporal' | 'observe'> & {
    readonly config: Pick<App['config'], UsedSettings>
  },
  everyMs = EVERY_MS,
): (() => void) => {
  let schedule: 'wanted' | 'asked for' | 'kept' = 'wanted'
  let lastError = ''
  const keepSchedule = async (): Promise<void> => {
    if (schedule !== 'wanted') return
    schedule = 'asked for'
    try {
      await reconcileIndexSchedule(temporal, config.temporal.taskQueue, config.indexEveryMs)
      schedule = 'kept'
    } catch (error) {
      schedule = 'wanted'
      // A Temporal that refuses schedules gives the same error every minute.
      if (lastError !== String(error)) observe({ kind: 'indexing_start_failed', error })
      lastError = String(error)
    }
  }
  const ended = new AbortController()
  const beat = (): void => {
    void organizations.resumeRemovals().catch(() => undefined)
    void billing.reconcileDue(ended.signal).catch(() => undefined)
    void accounts.resumeMails().catch(() => undefined)
    void keepSchedule()
  }
  const beating = setInterval(beat, everyMs).unref()
  beat()
  return () => {
    clearInterval(beating)
    ended.abort()
  }
}

type UsedSettings = 'temporal' | 'indexEveryMs'
