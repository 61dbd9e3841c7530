import type { JournalEntry } from '../journal.ts'

export interface StoredMessage {
  readonly id: string
  readonly conversationId: string
  readonly scopeId: string
  readonly sender: string
  readonly content: string
  readonly at: number
}

export interface StoredConversation {
  readonly id: string
  readonly messageCount: number
  readonly lastMessageAt: number
}

export interface StoredClaim {
  readonly turnId: string
  readonly conversationId: string
  readonly state: string
}

/** A statement of a turn, by the tag that the customer's database shows. */
export interface Statement {
  readonly turnId: string
  /** The server's process. */
  readonly pid: number
  /** When it began, or when it was seen to run. */
  readonly at: number
}

/** Everything that the auditor judges by: what is stored, what ran, and what was seen from outside. */
export interface Evidence {
  readonly journal: readonly JournalEntry[]
  readonly messages: readonly StoredMessage[]
  readonly conversations: readonly StoredConversation[]
  readonly claims: readonly StoredClaim[]
  /** Other documents that name a conversation. */
  readonly references: readonly { readonly collection: string; readonly conversationId: string }[]
  /** Turns that hold a place among those that are answered at once. */
  readonly leases: readonly string[]
  /** Workflows that run while nobody asks. */
  readonly openWorkflows: readonly { readonly id: string; readonly startedAt: number }[]
  /** As the server's own log has them. */
  readonly begun: readonly Statement[]
  /** As somebody who looked every moment saw them run. */
  readonly running: readonly Statement[]
  /** Whole texts in which no secret may stand: documents, histories, logs. */
  readonly texts: readonly { readonly where: string; readonly text: string }[]
}

/** What the auditor knows of the world beforehand. */
export interface Expectations {
  readonly turnTimeoutMs: number
  /** Longest time for which the driver keeps servers away. */
  readonly outageMs: number
  readonly tenants: readonly { readonly id: string; readonly canary: string }[]
  readonly secrets: readonly string[]
  /** All `error_code`s that may leave the API. */
  readonly errorCodes: ReadonlySet<string>
}

/** One broken promise. */
export interface Violation {
  readonly invariant: Invariant
  /** Whose turn it was; empty where it was nobody's. */
  readonly scope: string
  readonly what: string
}

export type Invariant = `I${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14}`
