import type { components, TabletalkError } from '../../../clients/typescript/src/index.ts'

type Schemas = components['schemas']

export type Column = Schemas['Column']
export type Choice = Schemas['Choice']
export type Row = Readonly<Record<string, unknown>>

export interface Rows {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  readonly rowCount: number
  readonly truncated: boolean
}

export interface Chart {
  readonly alt: string
  readonly type: string
}

/** The result of one query of an answer. */
export interface AnswerPart {
  readonly queryId: string
  readonly title?: string | undefined
  /** Undefined: they are stored in the service. */
  readonly rows?: Rows | undefined
  readonly rowCount?: number | undefined
  readonly chart?: Chart | undefined
  /** Sent only if the owner of the key allows it. */
  readonly query?: string | undefined
}

export interface Failure extends Pick<TabletalkError, 'code' | 'problem' | 'message'> {
  readonly status?: number | undefined
  /** When it is possible again. */
  readonly retryAt?: Date | undefined
}

/** @param retryAfter seconds from now */
export const retryTime = (retryAfter: number | undefined): Date | undefined =>
  retryAfter === undefined ? undefined : new Date(Date.now() + retryAfter * 1000)

type TurnState = 'asking' | 'running' | 'stopping' | 'answered' | 'cancelled' | 'failed'

/** A question with its answer, as far as it has arrived. */
export interface TurnView {
  /** Stable, also before the turn has its id. */
  readonly key: string
  readonly question: string
  readonly state: TurnState
  readonly turnId?: string | undefined
  readonly messageId?: string | undefined
  readonly stage?: string | undefined
  readonly text: string
  readonly parts: readonly AnswerPart[]
  readonly warnings: readonly string[]
  readonly assumptions: readonly string[]
  readonly suggestions: readonly string[]
  readonly choices: readonly Choice[]
  readonly executionTimeMs?: number | undefined
  readonly failure?: Failure | undefined
  readonly rating?: 'up' | 'down' | undefined
  /** Why it waits to be sent or followed again; the turn continues. */
  readonly delay?: Failure | undefined
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
})

export const isRunning = ({ state }: TurnView): boolean =>
  state === 'asking' || state === 'running' || state === 'stopping'
