/**
 * A series of conversations of an end user: a new conversation can refer to the last question of the previous one. The id is
 * chosen by the client or the service; it is unique per tenant and scope only. Without a session in the request, the session
 * is implicit: its id is that of its conversation, from which it is derived.
 */
export interface Session {
  readonly id: string
  readonly organizationId: number
  readonly scopeId: string
  /** Absent on databases without tenant scoping. */
  readonly tenantId?: string
  /** The database and conversation of the last turn. */
  readonly latest: Position
  /** The conversation of the last turn with each database, by database id. */
  readonly conversations: Readonly<Record<string, string>>
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastUsedAt: string
}

interface Position {
  readonly databaseId: string
  readonly conversationId: string
}
