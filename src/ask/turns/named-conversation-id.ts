import { v5 as uuidv5 } from 'uuid'
import type { Caller } from '../../access/rules/caller.ts'
import { visibleTo } from '../../access/rules/visibility.ts'

/** Namespace of the ids (RFC 9562, section 6.5). */
const CONVERSATIONS = '6a7b1f0e-6f0f-4d52-9a3a-0d6c1c1b8c54'

/**
 * The id of the conversation that a client calls `name`: the same in every process and for every request, and another one for
 * each organization, scope, tenant, and database of a public key.
 */
export const namedConversationId = (caller: Caller, name: string): string =>
  uuidv5(JSON.stringify([visibleTo(caller), name]), CONVERSATIONS)
