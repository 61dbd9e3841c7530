import { cutText } from '../../../platform/values/cut-text.ts'

/** A conversation as listed (specification, section Conversation). */
export interface Conversation {
  readonly id: string
  readonly organizationId: number
  readonly scopeId: string
  /** The tenant that it was started for; absent on databases without organization scoping. */
  readonly tenantId?: string
  readonly databaseId: string
  /** The portal user who started it, or the owner of the key that did. */
  readonly userId: number
  /** The session that it was started in; without one, a session with its own id. */
  readonly sessionId?: string
  readonly title: string
  /** ISO 8601, UTC. */
  readonly lastMessageAt: string
  readonly messageCount: number
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Turn of the latest question without an answer: it is running, unless it was terminated in Temporal. */
  readonly unansweredTurnId?: string
}

const TITLE_LENGTH_MAX = 80

/** The first question, on one line, cut at a word boundary. */
export const titleOf = (question: string): string => {
  const line = question.replace(/\s+/g, ' ').trim()
  if (line.length <= TITLE_LENGTH_MAX) return line
  const cut = cutText(line, TITLE_LENGTH_MAX)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > TITLE_LENGTH_MAX / 2 ? space : undefined).trimEnd()}…`
}
