/** The moments of a turn at which a fault may hit, in the order in which a turn passes them. */
export const CRASH_POINTS = {
  S0: 'before the question is claimed',
  S1: 'when the claim is written',
  S2: 'when the workflow is there, and nobody has been told',
  S3: 'when the first step begins',
  S4: 'inside of the tokens of a draft',
  S5: 'when the draft is guarded',
  S6: 'while the statement runs',
  S7: 'inside of the text of the answer',
  S8: 'between the stored answer and the end of the workflow',
  S9: 'when the turn has ended, and its end is not sent',
} as const

export type CrashPoint = keyof typeof CRASH_POINTS

/** Which process passes them: the API asks and tells, the worker does what is between. */
export const API_POINTS = ['S0', 'S1', 'S2', 'S9'] as const satisfies readonly CrashPoint[]
export const WORKER_POINTS = ['S3', 'S4', 'S5', 'S6', 'S7', 'S8'] as const satisfies readonly CrashPoint[]

/** One passage at which a turn is to be held: the turn of a scope, the n-th time that it comes by in one process. */
export interface Stop {
  readonly point: CrashPoint
  readonly scope: string
  /** 1 unless said otherwise. */
  readonly nth?: number
}

export interface Plan {
  readonly stops: readonly Stop[]
  /** What the process does when turns are held at all of them: it kills itself, or waits to be told. */
  readonly atLast: 'die' | 'wait'
}
