/** The position up to which a client has a turn. */
export type Cursor =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'at'; readonly turnId: string; readonly seq: number }

/** The cursor of a client that has a turn's whole answer, although the events have expired. */
export const DELIVERED_SEQ = Number.MAX_SAFE_INTEGER

export interface ResumeFacts {
  readonly cursor: Cursor
  /** `TurnLog.head` of the cursor's turn. */
  readonly head: { readonly lastSeq: number; readonly terminal: boolean }
  /** Whether the turn belongs to the caller's organization, tenant, scope and conversation. */
  readonly ownsTurn: boolean
  /** Whether the turn's answer (or failure) is stored. */
  readonly answered: boolean
}

type ResumeDecision =
  /** No cursor: join a running identical turn or start a new one. */
  | { readonly kind: 'start' }
  /** The events after `afterSeq`; `needsReset`: what the client holds cannot be matched with the log. */
  | { readonly kind: 'replay'; readonly afterSeq: number; readonly needsReset: boolean }
  /** The events have expired, but the answer is stored. */
  | { readonly kind: 'stored' }
  /** Nothing, which does not distinguish "delivered", "unknown" and "not yours". */
  | { readonly kind: 'gone' }

/** What a reader of a turn gets. A reader with a cursor never starts a turn. */
export const resumeDecision = ({ cursor, head, ownsTurn, answered }: ResumeFacts): ResumeDecision => {
  if (cursor.kind === 'none') return { kind: 'start' }
  if (cursor.kind === 'malformed' || !ownsTurn || cursor.seq === DELIVERED_SEQ) return { kind: 'gone' }
  const { seq } = cursor
  if (head.terminal && seq === head.lastSeq) return { kind: 'gone' }
  // An answer is stored just before its turn's last event is appended: while there is a log, its end will come.
  if (head.lastSeq > 0 && seq <= head.lastSeq) return { kind: 'replay', afterSeq: seq, needsReset: false }
  if (answered) return { kind: 'stored' }
  // A reader that has seen no more than `start` holds no text that a log without a beginning could contradict.
  if (seq <= 1) return { kind: 'replay', afterSeq: seq, needsReset: false }
  return { kind: 'replay', afterSeq: 0, needsReset: true }
}
