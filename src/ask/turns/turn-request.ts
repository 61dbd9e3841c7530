/** A question as it came in, its parts checked one by one but not yet against each other. */
export interface TurnRequest {
  readonly text: string
  readonly databaseId?: string | null | undefined
  /** Absent: the question starts a conversation. */
  readonly conversationId?: string | null | undefined
  /** What the new conversation may know of: what was asked last in this session. */
  readonly sessionId?: string | null | undefined
  readonly personalityId?: string | null | undefined
  readonly idempotencyKey?: string | undefined
  /** The whole request as it was sent, for comparison with another one that has the same key. */
  readonly digest: string
  /** Whether it joins an identical question that is running. */
  readonly joins: boolean
  /** Whether the client does not wait for the answer: then it may take longer. */
  readonly isAsync?: boolean
}
