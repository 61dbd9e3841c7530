import type { components } from './schema.ts'
import type { TabletalkError } from './tabletalk-error.ts'

type Schemas = components['schemas']

/** Rows of one query. */
export interface ResultRows {
  readonly columns: readonly Schemas['Column'][]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly rowCount: number
  readonly truncated: boolean
  /** How many more rows there are, if they were counted. */
  readonly leftOut?: number | undefined
}

/** The result of one query of an answer. */
export interface AnswerPart {
  readonly queryId: string
  readonly title?: string | undefined
  /** Undefined if they are only stored in the service. */
  readonly rows?: ResultRows | undefined
  readonly rowCount?: number | undefined
  readonly chart?: Omit<Schemas['Chart'], 'spec'> | undefined
  /** The query and its receipt, as far as the key may read them. */
  readonly receipt?: Partial<Schemas['Receipt']> | undefined
}

/** Why there is no answer. */
export interface TurnFailure extends Pick<TabletalkError, 'code' | 'problem' | 'message'> {
  readonly status?: number | undefined
  /** When it is possible again. */
  readonly retryAt?: Date | undefined
  readonly traceId?: string | undefined
}

/** A question with its answer, as far as it has arrived. */
export interface TurnView {
  /** Chosen by the client and stable, because a turn has no id before it is accepted. */
  readonly key: string
  readonly question: string
  /** `stopping` is set by the client that cancels; an event after it does not change it back. */
  readonly state: 'asking' | 'running' | 'stopping' | 'answered' | 'cancelled' | 'failed'
  readonly turnId?: string | undefined
  readonly conversationId?: string | undefined
  readonly messageId?: string | undefined
  readonly stage?: Schemas['StatusEvent']['data']['status'] | undefined
  /** More than 1 if the service has started the answer again. */
  readonly attempt?: number | undefined
  readonly text: string
  readonly parts: readonly AnswerPart[]
  readonly warnings: readonly string[]
  readonly assumptions: readonly string[]
  readonly suggestions: readonly string[]
  readonly choices: readonly Schemas['Choice'][]
  readonly sources: readonly string[]
  readonly executionTimeMs?: number | undefined
  readonly failure?: TurnFailure | undefined
  readonly rating?: 'up' | 'down' | undefined
}

export const newTurn = (key: string, question: string): TurnView => ({
  key,
  question,
  state: 'asking',
  text: '',
  parts: [],
  warnings: [],
  assumptions: [],
  suggestions: [],
  choices: [],
  sources: [],
})

export const isRunning = ({ state }: Pick<TurnView, 'state'>): boolean =>
  state === 'asking' || state === 'running' || state === 'stopping'

/** @param retryAfter seconds from now */
export const retryTime = (retryAfter: number | undefined): Date | undefined =>
  retryAfter === undefined ? undefined : new Date(Date.now() + retryAfter * 1000)

export const failureOf = ({ code, problem, message, status, retryAfter, traceId }: TabletalkError): TurnFailure => ({
  code,
  problem,
  message,
  status,
  retryAt: retryTime(retryAfter),
  traceId,
})
