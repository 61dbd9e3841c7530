import { z } from 'zod'
import { once, PageQuery, uuid } from '../../../http/input.ts'

const timestamp = z.iso.datetime({ precision: 3 })
const position = { database_id: z.uuid(), conversation_id: z.uuid() }

export const SessionItem = z
  .object({
    id: z.uuid(),
    scope_id: z.string(),
    tenant_id: z.string().nullable(),
    ...position,
    conversations: z.array(z.object(position)),
    created_at: timestamp,
    last_used_at: timestamp,
  })
  .meta({ id: 'Session' })

export const sessionPath = z.object({ session_id: uuid })

const SCOPE_LENGTH_MAX = 255

export const SessionListQuery = PageQuery.extend({
  scope_id: once.max(SCOPE_LENGTH_MAX, `must have at most ${SCOPE_LENGTH_MAX} characters`).optional(),
})
