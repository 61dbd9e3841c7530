/** A question as received: fields are validated one by one but not yet against each other. */
export interface TurnRequest {
  readonly text: string
  readonly databaseId?: string | null | undefined
  /** Absent: the question starts a conversation. */
  readonly conversationId?: string | null | undefined
  /** The client's own name of a conversation, which is continued or begun; in place of its id. */
  readonly conversationName?: string | undefined
  /** A turn that is not the latest of its conversation: the question starts a conversation that goes on from it. */
  readonly branch?: { readonly conversationId: string; readonly turnId: string } | undefined
  /** The session of a new conversation, whose last question it may refer to. */
  readonly sessionId?: string | null | undefined
  readonly personalityId?: string | null | undefined
  readonly idempotencyKey?: string | undefined
  /** Digest of the whole request, to compare requests with the same key. */
  readonly digest: string
  /** Whether it may join an identical running question. */
  readonly joins: boolean
  /** Whether the client does not wait for the answer: then it may take longer. */
  readonly isAsync?: boolean
  /** Whether the client reads the events of its turn. */
  readonly isStreamed?: boolean
}
