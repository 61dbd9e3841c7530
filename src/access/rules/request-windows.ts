import type { RequestLimits } from './plan.ts'

/** So many requests in a stretch of time: one that begins with the first of them, or any one where it slides. */
export interface RequestWindow {
  readonly name: RequestWindowName
  readonly units: number
  readonly seconds: number
  readonly slides?: boolean
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const MONTH_S = 30 * 24 * HOUR_S

export type RequestWindowName = 'month' | `${'plan' | 'conversation'}-${'minute' | 'hour'}`

/** Those that count every request; the widest first: what a narrower one refuses is given back to those before it. */
export const planWindows = ({ perMinute, perHour, perMonth }: RequestLimits): readonly RequestWindow[] => [
  ...(perMonth === undefined ? [] : [{ name: 'month', units: perMonth, seconds: MONTH_S } as const]),
  { name: 'plan-minute', units: perMinute, seconds: MINUTE_S },
  { name: 'plan-hour', units: perHour, seconds: HOUR_S },
]

/** Those that count questions which name a conversation in their path. */
export const conversationWindows = ({
  conversationPerMinute,
  conversationPerHour,
}: Pick<RequestLimits, 'conversationPerMinute' | 'conversationPerHour'>): readonly RequestWindow[] => [
  { name: 'conversation-minute', units: conversationPerMinute, seconds: MINUTE_S, slides: true },
  { name: 'conversation-hour', units: conversationPerHour, seconds: HOUR_S },
]

/** Every window that an organization may have been counted in, whatever its limits are by now. */
export const everyWindow = (limits: RequestLimits): readonly RequestWindow[] => [
  ...planWindows({ ...limits, perMonth: limits.perMonth ?? 0 }),
  ...conversationWindows(limits),
]
