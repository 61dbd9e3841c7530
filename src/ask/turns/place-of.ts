import type { Caller } from '../../access/rules/caller.ts'
import type { Epoch } from '../../access/rules/epoch.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { Session } from '../../manage/sessions/rules/session.ts'
import { missingField, Problem } from '../../platform/problems/problem.ts'
import type { Conversation } from '../rules/history/conversation.ts'
import type { Asker } from './asker.ts'
import type { TurnParts } from './turn-parts.ts'
import type { TurnRequest } from './turn-request.ts'

type PlaceParts = Pick<TurnParts, 'store' | 'cachedReads' | 'databases'>

/** Where a question is asked. */
export interface Place {
  /** Undefined where one is to begin. */
  readonly conversation: Conversation | undefined
  /** Undefined where the question goes on with a conversation, and where the session begins with it. */
  readonly session: Session | undefined
  readonly database: DatabaseSettings
}

/**
 * Where a question is asked.
 * @throws Problem `conversation_not_found`, `database_not_found`, `database_mismatch`, `field_missing`
 */
export const placeOf = async (
  parts: PlaceParts,
  { caller, epoch }: Pick<Asker, 'caller' | 'epoch'>,
  { conversationId, databaseId, sessionId }: Pick<TurnRequest, 'conversationId' | 'databaseId' | 'sessionId'>,
): Promise<Place> => {
  const conversation = await conversationOf(parts, caller, conversationId ?? undefined)
  const session = conversation === undefined ? await sessionOf(parts, caller, sessionId) : undefined
  const database = await databaseOf(parts, caller, databaseId ?? undefined, { conversation, session, epoch })
  return { conversation, session, database }
}

const conversationOf = async (
  { store }: PlaceParts,
  caller: Caller,
  id: string | undefined,
): Promise<Conversation | undefined> => {
  const found = id === undefined ? undefined : await store.conversations.find(caller, id)
  if (id !== undefined && found === undefined) throw new Problem('conversation_not_found')
  return found
}

/** The caller's own; one that is not there yet begins with this question. */
const sessionOf = async (
  { store }: PlaceParts,
  caller: Caller,
  id: string | null | undefined,
): Promise<Session | undefined> => (id == null ? undefined : await store.sessions.find(caller, id))

interface Continued {
  readonly conversation: Conversation | undefined
  readonly session: Session | undefined
  readonly epoch: Epoch
}

/** The one that is named, else the conversation's, the key's, the session's, or the only one there is. */
const databaseOf = async (
  parts: PlaceParts,
  caller: Caller,
  id: string | undefined,
  { conversation, session, epoch }: Continued,
): Promise<DatabaseSettings> => {
  if (conversation !== undefined && id !== undefined && id !== conversation.databaseId) {
    await parts.databases.database(caller, id, epoch)
    throw new Problem('database_mismatch')
  }
  const known = conversation?.databaseId ?? id ?? caller.databaseId ?? session?.latest.databaseId
  if (known !== undefined) {
    if (caller.databaseId !== undefined && caller.databaseId !== known) throw new Problem('database_not_found')
    return await parts.databases.database(caller, known, epoch)
  }
  const [only, ...others] = await parts.cachedReads.databases(caller, epoch)
  if (only !== undefined && others.length === 0) return only
  throw missingField('database_id', 'is required: the organization has no database or more than one')
}
