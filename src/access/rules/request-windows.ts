import type { RequestLimits } from './plan.ts'

/** A limit of requests per interval: it starts with its first request, or is any interval if the window slides. */
interface RequestWindow {
  readonly name: RequestWindowName
  readonly units: number
  readonly seconds: number
  readonly slides?: boolean
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const MONTH_S = 30 * 24 * HOUR_S

export type RequestWindowName = 'month' | `${'plan' | 'conversation'}-${'minute' | 'hour'}`

/** The windows that count every request, in order: if one refuses, the units of those before it are given back. */
export const planWindows = ({ perMinute, perHour, perMonth }: RequestLimits): readonly RequestWindow[] => [
  ...(perMonth === undefined ? [] : [{ name: 'month', units: perMonth, seconds: MONTH_S } as const]),
  { name: 'plan-minute', units: perMinute, seconds: MINUTE_S },
  { name: 'plan-hour', units: perHour, seconds: HOUR_S },
]

/** The windows that count questions which name a conversation in their path. */
export const conversationWindows = ({
  conversationPerMinute,
  conversationPerHour,
}: Pick<RequestLimits, 'conversationPerMinute' | 'conversationPerHour'>): readonly RequestWindow[] => [
  { name: 'conversation-minute', units: conversationPerMinute, seconds: MINUTE_S, slides: true },
  { name: 'conversation-hour', units: conversationPerHour, seconds: HOUR_S },
]

/** Every window in which an organization may have been counted, including those that its current limits do not have. */
export const everyWindow = (limits: RequestLimits): readonly RequestWindow[] => [
  ...planWindows({ ...limits, perMonth: limits.perMonth ?? 0 }),
  ...conversationWindows(limits),
]
