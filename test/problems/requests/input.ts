import { ask, type Causes, MESSAGE, otherDatabase, send, UNKNOWN } from '../world.ts'

/** Input of requests. */
export const INPUT: Causes = {
  input_invalid: ({ counting }) => send(counting, '/api/v1/chat/conversations?limit=0'),
  field_missing: ({ counting }) => send(counting, MESSAGE, { json: {} }),
  body_malformed: ({ counting }) => send(counting, MESSAGE, { body: '{"message": ' }),
  body_too_large: ({ counting }) => send(counting, MESSAGE, { json: { message: 'x'.repeat(300_000) } }),
  content_type_unsupported: ({ counting }) =>
    send(counting, MESSAGE, { body: 'message=hi', headers: { 'Content-Type': 'text/plain' } }),
  not_acceptable: ({ counting }) => send(counting, '/api/v1/branding', { headers: { Accept: 'text/html' } }),
  route_not_found: ({ counting }) => send(counting, '/api/v2/branding'),
  method_not_allowed: ({ counting }) => send(counting, '/api/v1/branding', { method: 'DELETE' }),
  conversation_not_found: ({ counting }) => send(counting, `/api/v1/chat/${UNKNOWN}/history`),
  database_not_found: ({ counting }) => ask(counting, 'hello', { database_id: UNKNOWN }),
  turn_not_found: ({ counting }) => send(counting, `/api/v1/chat/turns/${UNKNOWN}/cancel`, { method: 'POST' }),
  async database_mismatch({ answering }) {
    const { body } = await ask(answering, 'How many customers are there?', { database_id: answering.access.databaseId })
    const { conversation_id } = body.data
    return await ask(answering, 'and?', { conversation_id, database_id: await otherDatabase(answering) })
  },
  async idempotency_mismatch({ answering }) {
    const headers = { 'Idempotency-Key': 'one-request', 'X-Scope-Id': 'mismatch' }
    const { databaseId: database_id } = answering.access
    await ask(answering, 'How many customers are there?', { database_id }, { headers })
    return await ask(answering, 'How many orders are there?', { database_id }, { headers })
  },
}
