import { v7 as uuidv7 } from 'uuid'
import type { AuthorizationRevision } from '../../access/rules/authorization-revision.ts'
import type { Caller } from '../../access/rules/caller.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { Session } from '../../manage/sessions/rules/session.ts'
import { missingField, Problem } from '../../platform/problems/problem.ts'
import type { Conversation } from '../rules/history/conversation.ts'
import type { Asker } from './asker.ts'
import { namedConversationId } from './named-conversation-id.ts'
import type { TurnParts } from './turn-parts.ts'
import type { TurnRequest } from './turn-request.ts'

type TargetParts = Pick<TurnParts, 'store' | 'cachedReads' | 'databases'>

/** The conversation, session and database of a question. */
interface QuestionTarget {
  /** Undefined if a new one begins. */
  readonly conversation: Conversation | undefined
  /** Its id, or the id of the one that begins. */
  readonly conversationId: string
  /** Undefined if the question continues a conversation, and if the session begins with it. */
  readonly session: Session | undefined
  readonly database: DatabaseSettings
}

/**
 * Resolves the conversation, session and database of a question.
 * @throws Problem `conversation_not_found`, `database_not_found`, `database_mismatch`, `field_missing`
 */
export const resolveQuestionTarget = async (
  parts: TargetParts,
  { caller, revision }: Pick<Asker, 'caller' | 'revision'>,
  request: Pick<TurnRequest, 'conversationId' | 'conversationName' | 'databaseId' | 'sessionId'>,
): Promise<QuestionTarget> => {
  const { databaseId, sessionId, conversationName } = request
  const named = conversationName === undefined ? undefined : namedConversationId(caller, conversationName)
  const conversation =
    named === undefined
      ? await conversationOf(parts, caller, request.conversationId ?? undefined)
      : await parts.store.conversations.find(caller, named)
  const session = conversation === undefined ? await sessionOf(parts, caller, sessionId) : undefined
  const database = await databaseOf(parts, caller, databaseId ?? undefined, { conversation, session, revision })
  return { conversation, conversationId: conversation?.id ?? named ?? uuidv7(), session, database }
}

const conversationOf = async (
  { store }: TargetParts,
  caller: Caller,
  id: string | undefined,
): Promise<Conversation | undefined> => {
  const found = id === undefined ? undefined : await store.conversations.find(caller, id)
  if (id !== undefined && found === undefined) throw new Problem('conversation_not_found')
  return found
}

/** The caller's session; an unknown one begins with this question. */
const sessionOf = async (
  { store }: TargetParts,
  caller: Caller,
  id: string | null | undefined,
): Promise<Session | undefined> => (id == null ? undefined : await store.sessions.find(caller, id))

interface DatabaseCandidates {
  readonly conversation: Conversation | undefined
  readonly session: Session | undefined
  readonly revision: AuthorizationRevision
}

/** The database in the request, else that of the conversation, the key or the session, or the only one there is. */
const databaseOf = async (
  parts: TargetParts,
  caller: Caller,
  id: string | undefined,
  { conversation, session, revision }: DatabaseCandidates,
): Promise<DatabaseSettings> => {
  if (conversation !== undefined && id !== undefined && id !== conversation.databaseId) {
    await parts.databases.database(caller, id, revision)
    throw new Problem('database_mismatch')
  }
  const known = conversation?.databaseId ?? id ?? caller.databaseId ?? session?.latest.databaseId
  if (known !== undefined) {
    if (caller.databaseId !== undefined && caller.databaseId !== known) throw new Problem('database_not_found')
    return await parts.databases.database(caller, known, revision)
  }
  const [only, ...others] = await parts.cachedReads.databases(caller, revision)
  if (only !== undefined && others.length === 0) return only
  throw missingField('database_id', 'is required: the organization has no database or more than one')
}
