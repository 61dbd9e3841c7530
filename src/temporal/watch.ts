import { untilAnswered } from './until-answered.ts'

/** Tells whoever operates this process why Temporal does not answer, for as long as it does not. */
export interface TemporalWatch {
  /** Somebody has found that Temporal does not answer: looks, and goes on looking until it does. One look at a time. */
  look(): void
  close(): void
}

export interface WatchSettings {
  readonly ping: () => Promise<void>
  readonly reasonOf: (error: unknown) => Promise<string>
  readonly away: (reason: string) => void
  /** After `away`, when it answers again. */
  readonly back: () => void
}

export const watchTemporal = ({ ping, reasonOf, away, back }: WatchSettings): TemporalWatch => {
  const closing = new AbortController()
  let isLooking = false
  const lookUntilThere = async (): Promise<void> => {
    let wasAway = false
    const tell = (reason: string) => {
      wasAway = true
      away(reason)
    }
    await untilAnswered(ping, reasonOf, { signal: closing.signal, tell })
    if (wasAway) back()
  }
  return {
    look() {
      if (isLooking || closing.signal.aborted) return
      isLooking = true
      lookUntilThere()
        .catch(() => undefined)
        .finally(() => {
          isLooking = false
        })
    },
    close: () => closing.abort(),
  }
}
