import { DefaultChatTransport } from 'ai'
import type { AnswerMessage } from './answer-message.ts'

const { VITE_TABLETALK_URL: url = 'http://localhost:3000', VITE_TABLETALK_KEY: key = '' } = import.meta.env
const { VITE_TABLETALK_TENANT: tenant = '1', VITE_TABLETALK_SCOPE: scope = 'example' } = import.meta.env

// All that a page contains is public; an sk_ key reads every tenant.
if (!key.startsWith('pk_'))
  throw new Error('Set VITE_TABLETALK_KEY to a pk_ key: keys of servers do not belong in pages.')

const API = `${url}/api/v1`
const HEADERS = { 'X-API-Key': key, 'X-Tenant-Id': tenant, 'X-Scope-Id': scope }

/** Attempts to reach a service that restarts, and the pause before each further one. */
const ATTEMPTS = 8
const PAUSE_MS = 1_000

/** `fetch` that waits for a service that restarts, and throws the message of a problem instead of its whole body. */
const persistentFetch: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(input, init)
      if (response.ok) return response
      throw new Error((await response.json()).message)
    } catch (error) {
      // A `TypeError` is a request without a response. Sending it again is safe: a message is asked once.
      if (!(error instanceof TypeError) || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** A request to another endpoint. @throws Error with the message of the problem */
export const request = (path: string, init?: RequestInit): Promise<Response> =>
  persistentFetch(`${API}${path}`, { ...init, headers: HEADERS })

export const transport = new DefaultChatTransport<AnswerMessage>({
  api: `${API}/chat/ui`,
  headers: HEADERS,
  fetch: persistentFetch,
  // The service has the history: only the last message is sent.
  prepareSendMessagesRequest: ({ id, messages, trigger, messageId, body }) => ({
    body: { ...body, id, messages: messages.slice(-1), trigger, messageId },
  }),
})

/** Ends a turn and its query. `stop()` of `useChat` only stops reading. */
export const cancelTurn = async (turnId: string): Promise<void> => {
  await request(`/chat/turns/${turnId}/cancel`, { method: 'POST' })
}
