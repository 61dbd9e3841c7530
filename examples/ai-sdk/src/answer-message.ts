import type { UIMessage } from 'ai'

/** The parts of an answer that this page shows; docs/clients.md lists all of them. */
export interface AnswerTable {
  readonly query_id: string
  readonly title?: string
  readonly columns: readonly { readonly name: string; readonly title?: string }[]
  readonly rows: readonly { readonly [column: string]: unknown }[]
  readonly truncated: boolean
}

export interface AnswerChart {
  readonly query_id: string
  readonly alt: string
}

export interface AnswerChoice {
  readonly label: string
  readonly question: string
}

interface AnswerMetadata {
  readonly turn_id?: string
  readonly conversation_id?: string
  /** Absent until the answer is complete. */
  readonly query_type?: string
  /** Of a turn that failed or was stopped. */
  readonly problem?: string
}

export type AnswerMessage = UIMessage<
  AnswerMetadata,
  {
    readonly table: AnswerTable
    readonly chart: AnswerChart
    readonly choices: readonly AnswerChoice[]
    readonly suggestions: readonly string[]
    /** Transient: in `onData`, and in no message. */
    readonly status: { readonly message: string }
  }
>
