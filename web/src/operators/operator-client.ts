import { type CallOptions, createClient } from '../../../clients/typescript/src/index.ts'
import { SERVICE_URL } from '../api/address.ts'
import type { ProblemLike } from '../ui/problem-text.ts'
import { credential } from './credential.ts'

/** `fetch` with only the credential; a rejected one is dropped. */
const operatorFetch: typeof fetch = async (input, init) => {
  const { token } = credential.get()
  const headers = new Headers(init?.headers)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  const response = await fetch(input, { ...init, headers, credentials: 'omit' })
  if (response.status === 401) {
    // The details concern logins; the message itself is about the credential.
    const refused: ProblemLike = await response.clone().json()
    if (credential.get().token === token) credential.set({ refused })
  }
  return response
}

const client = createClient({ baseUrl: SERVICE_URL, fetch: operatorFetch, retries: 0 })

// The endpoints that accept a credential. The client is not exported, so that the credential is sent to no other.

/** Turns of all organizations. @throws TabletalkError */
export const readTurns = async (options: CallOptions<'/api/v1/turns', 'get'>) =>
  (await client.call('get', '/api/v1/turns', options)).data

/** @throws TabletalkError */
export const readHealth = async (signal: AbortSignal) =>
  (await client.call('get', '/api/v1/operators/health', { signal })).data

/** @throws TabletalkError */
export const readLimits = async (options: CallOptions<'/api/v1/operators/limits', 'get'>) =>
  (await client.call('get', '/api/v1/operators/limits', options)).data

/** Cache options: removed when no page shows it. */
export const operatorQuery = { gcTime: 0, staleTime: 0 } as const

/** Refresh interval of visible pages. */
export const REFRESH_MS = 5_000
