/** Why an event stream ended. */
export const STREAM_ENDS = [
  'finished',
  'disconnected',
  'stalled',
  'max_age_reached',
  'shutdown',
  'log_unavailable',
] as const

export type StreamEnd = (typeof STREAM_ENDS)[number]
