import { decodedHeaders, fetchWithoutRedirects } from './fetch-without-redirects.ts'

/** Vectors of a call as decimal text; a larger response is no embedding. */
const REPLY_BYTES_MAX = 16 * 1024 * 1024

/** A `fetch`, with the token count of the server's response. */
export interface CountedFetch {
  readonly fetch: typeof fetch
  /** Counted by the server; undefined if it does not count. */
  readonly tokens: number | undefined
}

/**
 * A `fetch` for one call of an embedding client that supports neither cancelling nor token counts: it is aborted with
 * the signal, reads a bounded response, and records what the server counted.
 */
export const countingFetch = (signal: AbortSignal): CountedFetch => {
  let tokens: number | undefined
  return {
    async fetch(input, init) {
      const signals = init?.signal == null ? [signal] : [signal, init.signal]
      const response = await fetchWithoutRedirects(input, { ...init, signal: AbortSignal.any(signals) })
      if (!response.ok) return response
      const text = await boundedText(response)
      const counted = /"prompt_tokens"\s*:\s*(\d{1,12})/.exec(text)?.[1]
      if (counted !== undefined) tokens = (tokens ?? 0) + Number(counted)
      return new Response(text, { status: response.status, headers: decodedHeaders(response) })
    },
    get tokens() {
      return tokens
    },
  }
}

const boundedText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes > REPLY_BYTES_MAX) throw new RangeError('The reply is too long')
  }
  return Buffer.concat(parts).toString('utf8')
}
