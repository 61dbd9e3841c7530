import { withoutDiagnostics } from '../platform/tracing/diagnostic-context.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'

/** Reports outages of Temporal to operators, with reasons. */
export interface TemporalWatch {
  /** Called after a failed call: pings Temporal until it responds. One watch runs at a time. */
  start(): void
  close(): void
}

interface WatchSettings {
  readonly ping: () => Promise<void>
  readonly reasonOf: (error: unknown) => Promise<string>
  readonly onAway: (reason: string) => void
  /** Called after `away` when Temporal responds again. */
  readonly onBack: () => void
}

export const watchTemporal = ({ ping, reasonOf, onAway, onBack }: WatchSettings): TemporalWatch => {
  const closing = new AbortController()
  let isWatching = false
  const pingUntilBack = async (): Promise<void> => {
    let wasAway = false
    const report = (reason: string) => {
      wasAway = true
      onAway(reason)
    }
    await retryUntilAnswered(ping, reasonOf, { signal: closing.signal, report })
    if (wasAway) onBack()
  }
  return {
    start() {
      if (isWatching || closing.signal.aborted) return
      isWatching = true
      // An outage concerns more than the request that noticed it.
      withoutDiagnostics(pingUntilBack)
        .catch(() => undefined)
        .finally(() => {
          isWatching = false
        })
    },
    close: () => closing.abort(),
  }
}
