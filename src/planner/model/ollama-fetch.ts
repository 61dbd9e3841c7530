/**
 * A `fetch` for Ollama's client that makes the server reject a prompt longer than its window, instead of truncating it
 * silently (`truncate`), and end a reply there, instead of dropping the prompt's beginning (`shift`). Its client knows
 * neither field; servers before 0.12.6 ignore them, and are detected by their counts (`chat-call.ts`).
 */
export const fetchWithoutTruncation =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init)
    const body: object = JSON.parse(init.body)
    return fetch(input, { ...init, body: JSON.stringify({ ...body, truncate: false, shift: false }) })
  }
