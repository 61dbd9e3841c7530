import { connectStore } from '../../../src/store/connection.ts'
import { startPlatform } from '../../support/platform.ts'
import { waitFor } from '../../support/wait-for.ts'
import { ask, type Causes, HANGS, ownDatabase, REJECTS, TOO_SLOW } from '../world.ts'

/** Outcomes of turns. */
export const TURNS: Causes = {
  async turn_running({ answering }) {
    const headers = { 'Idempotency-Key': 'it-runs', 'X-Scope-Id': 'running' }
    const first = ask(answering, HANGS, ownDatabase(answering), { headers })
    const conversation = await waitFor('the question', async () => {
      const { body } = await answering.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': 'running' } })
      return body.data.messages[0]?.conversation_id ?? false
    })
    const reply = await ask(answering, HANGS, ownDatabase(answering), { headers })
    const scope = { 'X-Scope-Id': 'running' }
    await answering.request(`/api/v1/chat/${conversation}`, { method: 'DELETE', headers: scope })
    await first
    return reply
  },
  async turn_cancelled({ answering }) {
    const headers = { 'X-Scope-Id': 'cancelled' }
    const asked = ask(answering, HANGS, ownDatabase(answering), { headers })
    const turnId = await waitFor('the question', async () => {
      const { body } = await answering.request('/api/v1/chat/history', { headers })
      return body.data.messages[0]?.id.split('.')[0] ?? false
    })
    await answering.request(`/api/v1/chat/turns/${turnId}/cancel`, { method: 'POST', headers })
    return await asked
  },
  turn_timeout: ({ hurried }) => ask(hurried, HANGS),
  query_timeout: ({ hurried }) => ask(hurried, TOO_SLOW),
  query_failed: ({ answering }) => ask(answering, 'too-large', ownDatabase(answering)),
  query_refused: ({ answering }) => ask(answering, 'nothing-there', ownDatabase(answering)),
  model_failed: ({ answering }) => ask(answering, REJECTS, ownDatabase(answering)),
  async model_unavailable({ after }) {
    // No process listens on this port.
    const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
    const withoutModel = await startPlatform({ env })
    after(() => withoutModel.close())
    return await ask(withoutModel, 'How many customers are there?')
  },
  worker_unavailable: ({ counting }) => ask(counting, 'hello', ownDatabase(counting)),
  async internal({ answering }) {
    const headers = { 'Idempotency-Key': 'spoilt', 'X-Scope-Id': 'spoilt' }
    const question = 'How many customers are there?'
    const { body } = await ask(answering, question, ownDatabase(answering), { headers })
    // Metadata that no version of the service has written.
    const store = await connectStore(answering.env.MONGODB_URI ?? '')
    const corrupt = { $set: { metadata: '{"query_type":"unheard of"}' } }
    const id: unknown = body.data.message_id
    await store.collection('messages').updateOne(Object({ _id: id }), corrupt)
    await store.close()
    return await ask(answering, question, ownDatabase(answering), { headers })
  },
}
