/**
 * One sitting of an end user: a conversation that is started in it knows what was asked last in the one before it. Its id
 * is the client's, or the one that the service hands out with every answer; it is its owner's own, whatever others call
 * theirs.
 */
export interface Session {
  readonly id: string
  readonly organizationId: number
  readonly scopeId: string
  /** The tenant it was begun for; absent on databases without organization scoping. */
  readonly tenantId?: string
  /** Where its last turn was. */
  readonly latest: Place
  /** The conversation of its last turn with each database, by database. */
  readonly conversations: Readonly<Record<string, string>>
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastUsedAt: string
}

interface Place {
  readonly databaseId: string
  readonly conversationId: string
}
