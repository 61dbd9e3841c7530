import { z } from 'zod'
import { FetchFailed, type FetchFailure, type PinnedInit, pinnedFetch } from '../../platform/network/pinned-fetch.ts'
import { ProviderFault, type ProviderProblem } from './provider-fault.ts'

/** The kind of resource requested from a provider. */
export type ProviderResource = 'discovery' | 'keys' | 'token' | 'userinfo'

export interface FetchOptions {
  readonly allowPrivate: boolean
  readonly timeoutMs: number
}

export type ProviderFetch = (url: string, init: PinnedInit) => Promise<Response>

/** The largest known discovery documents and key sets have about 10 KiB; tokens with many groups about 50 KiB. */
const ANSWER_BYTES_MAX = 256 * 1024

/** More keys than providers with daily rotation have. */
const KEYS_MAX = 100
const KEYS = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(KEYS_MAX) })

/**
 * A `fetch` for the requests of one login, with a common time limit.
 *
 * @param askedAt the kind of resource at a URL
 * @throws ProviderFault if there is no usable response
 */
export const providerFetch = (
  askedAt: (url: string) => ProviderResource,
  signal: AbortSignal,
  options: FetchOptions,
): ProviderFetch => {
  return async (url, init) => {
    const resource = askedAt(url)
    const response = await fetched(resource, url, { ...init, signal }, options)
    if (response.status >= 500 || response.status === 429)
      throw new ProviderFault('sso_provider_unavailable', `${resource}: status ${response.status}`)
    return resource === 'keys' ? await checkedKeys(response) : response
  }
}

const fetched = async (
  resource: ProviderResource,
  url: string,
  init: PinnedInit,
  options: FetchOptions,
): Promise<Response> => {
  try {
    return await pinnedFetch(url, init, { ...options, answerBytesMax: ANSWER_BYTES_MAX })
  } catch (error) {
    if (init.signal?.aborted) throw new ProviderFault('sso_provider_unavailable', `${resource}: timeout`)
    if (error instanceof FetchFailed)
      throw new ProviderFault(problemOf(resource, error.failure), `${resource}: ${error.failure}`)
    throw error
  }
}

const problemOf = (resource: ProviderResource, failure: FetchFailure): ProviderProblem => {
  switch (failure) {
    case 'host':
      return 'sso_configuration_error'
    case 'too_large':
      return resource === 'token' ? 'sso_invalid_token' : 'sso_configuration_error'
    case 'answer_invalid':
    case 'cut':
    case 'refused':
    case 'reset':
    case 'timeout':
    case 'tls':
    case 'unreachable':
      return 'sso_provider_unavailable'
  }
}

/** Validates the key set, so that its errors are not reported as errors of the token that it verifies. */
const checkedKeys = async (response: Response): Promise<Response> => {
  const text = await response.text()
  const isKeySet = response.status === 200 && KEYS.safeParse(parsed(text)).success
  if (!isKeySet) throw new ProviderFault('sso_configuration_error', `keys: no key set, status ${response.status}`)
  return new Response(text, { headers: { 'Content-Type': 'application/json' } })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
