import type { components } from '../../../clients/typescript/src/index.ts'

type Schemas = components['schemas']

export type Receipt = Partial<Schemas['Receipt']>
export type Column = Schemas['Column']
type Choice = Schemas['Choice']
export type Row = Readonly<Record<string, unknown>>
/** Drawn by the service. */
export interface Chart {
  readonly title: string
  readonly alt: string
  readonly type?: ChartType | undefined
  readonly alternatives?: readonly ChartType[] | undefined
}

export type ChartType = NonNullable<Schemas['Chart']['type']>
type Stage = Schemas['StatusEvent']['data']['status']

/** Rows of an answer. */
export interface Rows {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  readonly rowCount: number
  readonly truncated: boolean
  /** How many more rows there are, if they were counted. */
  readonly leftOut?: number | undefined
}

/** The result of one query of an answer. */
export interface AnswerPart {
  readonly queryId: string
  readonly title?: string | undefined
  /** Undefined while they are loading. */
  readonly rows?: Rows | undefined
  readonly rowCount?: number | undefined
  readonly chart?: Chart | undefined
  readonly receipt?: Receipt | undefined
}

/** How a part of an answer is shown, as stored with the answer. */
export type PartView = Schemas['AnswerView']

interface Failure {
  readonly problem?: string | undefined
  readonly code?: string | undefined
  readonly message: string
  readonly retryAfterS?: number | undefined
  readonly traceId?: string | undefined
}

type TurnState = 'asking' | 'running' | 'stopping' | 'answered' | 'cancelled' | 'failed'

/** A question with its answer, as far as it has arrived. */
export interface TurnView {
  /** A stable key, also before the turn has its id. */
  readonly key: string
  readonly question: string
  readonly state: TurnState
  readonly turnId?: string | undefined
  readonly conversationId?: string | undefined
  readonly messageId?: string | undefined
  readonly stage?: Stage | undefined
  readonly startedAt?: number | undefined
  readonly text: string
  readonly parts: readonly AnswerPart[]
  readonly warnings: readonly string[]
  readonly assumptions: readonly string[]
  readonly suggestions: readonly string[]
  readonly choices: readonly Choice[]
  readonly sources: readonly string[]
  readonly executionTimeMs?: number | undefined
  readonly failure?: Failure | undefined
  readonly rating?: 'up' | 'down' | undefined
  readonly usage?: Usage | undefined
  /** Whether the connection is lost; the turn continues. */
  readonly isLost?: boolean | undefined
  readonly attempt?: number | undefined
  /** The stored view of each part. */
  readonly views?: readonly PartView[] | undefined
}

export type Usage = Schemas['MessageUsage']

export const newTurn = (key: string, question: string, startedAt: number): TurnView => ({
  key,
  question,
  state: 'asking',
  startedAt,
  text: '',
  parts: [],
  warnings: [],
  assumptions: [],
  suggestions: [],
  choices: [],
  sources: [],
})

export const isRunning = ({ state }: TurnView): boolean =>
  state === 'asking' || state === 'running' || state === 'stopping'
