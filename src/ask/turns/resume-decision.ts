/** Where a client says its copy of a turn ends. */
export type Cursor =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'at'; readonly turnId: string; readonly seq: number }

/** The cursor of a client that has a turn's whole answer, although the log no longer has the turn. */
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

export type ResumeDecision =
  /** No cursor: join a running identical turn or start one. */
  | { readonly kind: 'start' }
  /** What follows `afterSeq`; `afresh`: what the client holds cannot be matched with the log, so reset it first. */
  | { readonly kind: 'replay'; readonly afterSeq: number; readonly afresh: boolean }
  /** The log is gone but the answer is not. */
  | { readonly kind: 'stored' }
  /** Nothing, which says the same for "delivered", "unknown" and "not yours". */
  | { readonly kind: 'gone' }

/** What a reader of a turn gets. One with a cursor never starts a turn. */
export const resumeDecision = ({ cursor, head, ownsTurn, answered }: ResumeFacts): ResumeDecision => {
  if (cursor.kind === 'none') return { kind: 'start' }
  if (cursor.kind === 'malformed' || !ownsTurn || cursor.seq === DELIVERED_SEQ) return { kind: 'gone' }
  const { seq } = cursor
  if (head.terminal && seq === head.lastSeq) return { kind: 'gone' }
  // An answer is stored a moment before its turn's last event is written: where there is a log, its end will come.
  if (head.lastSeq > 0 && seq <= head.lastSeq) return { kind: 'replay', afterSeq: seq, afresh: false }
  if (answered) return { kind: 'stored' }
  // Whoever has seen no more than `start` holds no text that a log without a beginning could contradict.
  if (seq <= 1) return { kind: 'replay', afterSeq: seq, afresh: false }
  return { kind: 'replay', afterSeq: 0, afresh: true }
}
