import type { Plan, Stop } from '../crash-points.ts'

/** What the driver says to a process of the service. */
export type ToService =
  | { readonly do: 'plan'; readonly plan: Plan }
  /** Lets everything go on that is held, and holds nothing any more. */
  | { readonly do: 'release' }
  /** A worker takes turns from here on. */
  | { readonly do: 'begin' }
  | { readonly do: 'die' }

/** What a process of the service says to the driver. */
export type FromService =
  | { readonly said: 'ready'; readonly port?: number }
  | { readonly said: 'planned' }
  | { readonly said: 'begun' }
  | { readonly said: 'held'; readonly stop: Stop }
  | { readonly said: 'step'; readonly at: number; readonly scope: string; readonly step: string }
