import { z } from 'zod'
import { orAborted } from '../../platform/network/or-aborted.ts'
import type { PinnedInit } from '../../platform/network/pinned-fetch.ts'
import { type Asked, type FetchOptions, type ProviderFetch, providerFetch } from './provider-fetch.ts'

/** One log-in's way to a provider. */
interface OwnFetch {
  readonly fetch: ProviderFetch
  readonly askedAt: (url: string) => Asked
  readonly signal: AbortSignal
}

interface KeySet {
  readonly text: string
  readonly kids: ReadonlySet<string>
}

/**
 * Lets log-ins of the same moment share what a provider answers for its keys; nothing is kept after that. A question that was
 * under way before the ID token came is only relied on where it has the key of that token: the provider may have begun to sign
 * with it since. The time of a shared question is its own, and each log-in waits no longer than its own.
 *
 * @returns what makes a `fetch` of one log-in such a one, which notes whose key its token is signed with
 */
export const keySets = (options: FetchOptions): ((own: OwnFetch) => ProviderFetch) => {
  const underWay = new Map<string, Promise<KeySet>>()
  const begin = (url: string, init: PinnedInit): Promise<KeySet> => {
    const fetch = providerFetch(() => 'keys', AbortSignal.timeout(options.timeoutMs), options)
    const asked = fetch(url, init)
      .then(async (response) => keySet(await response.text()))
      .finally(() => underWay.delete(url))
    underWay.set(url, asked)
    return asked
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
      // Of which key it is nobody can say: no answer of before does.
      if (kid === undefined) return await fetch(url, init)
      const earlier = underWay.get(url)
      const known = earlier && (await orAborted(earlier, signal).catch(() => undefined))
      signal.throwIfAborted()
      if (known?.kids.has(kid)) return answerOf(known)
      // Whatever is under way by now has begun after the token came.
      return answerOf(await orAborted(underWay.get(url) ?? begin(url, init), signal))
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

/** Of the ID token in a token endpoint's answer, which nobody has verified yet; undefined where it names none. */
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
