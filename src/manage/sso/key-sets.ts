import { z } from 'zod'
import type { PinnedInit } from '../../platform/network/pinned-fetch.ts'
import { rejectOnAbort } from '../../platform/network/reject-on-abort.ts'
import { type FetchOptions, type ProviderFetch, type ProviderResource, providerFetch } from './provider-fetch.ts'

/** The requests of one login. */
interface OwnFetch {
  readonly fetch: ProviderFetch
  readonly askedAt: (url: string) => ProviderResource
  readonly signal: AbortSignal
}

interface KeySet {
  readonly text: string
  readonly kids: ReadonlySet<string>
}

/**
 * Coalesces concurrent requests for a provider's key set; responses are not cached. A request started before the ID token was
 * received is only used if it returns the key of that token: the provider may have rotated its keys since. The shared request
 * has its own time limit, and each login waits no longer than its own limit.
 *
 * @returns wraps the `fetch` of one login; the wrapper remembers the key id of the login's ID token
 */
export const keySets = (options: FetchOptions): ((own: OwnFetch) => ProviderFetch) => {
  const inFlight = new Map<string, Promise<KeySet>>()
  const begin = (url: string, init: PinnedInit): Promise<KeySet> => {
    const fetch = providerFetch(() => 'keys', AbortSignal.timeout(options.timeoutMs), options)
    const response = fetch(url, init)
      .then(async (response) => keySet(await response.text()))
      .finally(() => inFlight.delete(url))
    inFlight.set(url, response)
    return response
  }
  return ({ fetch, askedAt, signal }) => {
    let kid: string | undefined
    return async (url, init) => {
      const asked = askedAt(url)
      if (asked !== 'keys') {
        const response = await fetch(url, init)
        if (asked === 'token') kid = kidIn(await response.clone().text())
        return response
      }
      // The token has no key id, so an earlier response cannot be matched.
      if (kid === undefined) return await fetch(url, init)
      const earlier = inFlight.get(url)
      const known = earlier && (await rejectOnAbort(earlier, signal).catch(() => undefined))
      signal.throwIfAborted()
      if (known?.kids.has(kid)) return answerOf(known)
      // A request in flight now was started after the token was received.
      return answerOf(await rejectOnAbort(inFlight.get(url) ?? begin(url, init), signal))
    }
  }
}

const answerOf = ({ text }: KeySet): Response => new Response(text, { headers: { 'Content-Type': 'application/json' } })

const KIDS = z.object({ keys: z.array(z.object({ kid: z.string().optional().catch(undefined) })) })

const keySet = (text: string): KeySet => {
  const keys = KIDS.safeParse(parsed(text)).data?.keys ?? []
  return { text, kids: new Set(keys.flatMap(({ kid }) => kid ?? [])) }
}

const TOKENS = z.object({ id_token: z.string() })
const HEADER = z.object({ kid: z.string() })

/** The key id of the unverified ID token in a token response; undefined if it has none. */
const kidIn = (text: string): string | undefined => {
  const [header = ''] = TOKENS.safeParse(parsed(text)).data?.id_token.split('.') ?? []
  return HEADER.safeParse(parsed(Buffer.from(header, 'base64url').toString())).data?.kid
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
