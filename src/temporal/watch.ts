import { retryUntilAnswered } from './until-answered.ts'

/** Reports outages of Temporal to operators, with reasons. */
export interface TemporalWatch {
  /** Called after a failed call: pings Temporal until it responds. One watch runs at a time. */
  look(): void
  close(): void
}

export interface WatchSettings {
  readonly ping: () => Promise<void>
  readonly reasonOf: (error: unknown) => Promise<string>
  readonly away: (reason: string) => void
  /** Called after `away` when Temporal responds again. */
  readonly back: () => void
}

export const watchTemporal = ({ ping, reasonOf, away, back }: WatchSettings): TemporalWatch => {
  const closing = new AbortController()
  let isWatching = false
  const pingUntilBack = async (): Promise<void> => {
    let wasAway = false
    const tell = (reason: string) => {
      wasAway = true
      away(reason)
    }
    await retryUntilAnswered(ping, reasonOf, { signal: closing.signal, tell })
    if (wasAway) back()
  }
  return {
    look() {
      if (isWatching || closing.signal.aborted) return
      isWatching = true
      pingUntilBack()
        .catch(() => undefined)
        .finally(() => {
          isWatching = false
        })
    },
    close: () => closing.abort(),
  }
}
