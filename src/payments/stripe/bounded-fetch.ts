/** An answer is larger than any that is expected. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** A hundred subscriptions with all that can be written beside them are smaller. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** What the library reads of the head of an answer, but for texts that it would print as they are. */
const HEADERS = ['content-type', 'request-id', 'retry-after', 'stripe-should-retry'] as const

/** Of these an answer has no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * `fetch`, of which no answer takes more memory than is allowed: the library would keep one of any size. How long it takes
 * is bounded by the library, whose signal ends the reading of the body too. No redirect is followed: the key would go along.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'error' })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > ANSWER_BYTES_MAX) throw new AnswerTooLarge(`an answer of more than ${ANSWER_BYTES_MAX} bytes`)
    parts.push(part)
  }
  const headers = HEADERS.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const { status } = answer
  return new Response(EMPTY.has(status) ? null : Buffer.concat(parts), { status, headers })
}
