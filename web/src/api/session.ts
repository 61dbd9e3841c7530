import type { components } from '../../../clients/typescript/src/index.ts'
import { errorOf } from '../../../clients/typescript/src/tabletalk-error.ts'
import { store } from '../ui/store.ts'
import { SERVICE_URL } from './address.ts'

export type Me = components['schemas']['Me']
export type Tokens = Omit<components['schemas']['Tokens'], 'refresh_token'>

/**
 * `unknown` until the first response; `out` without a login, or after it has ended (`expired`: while the page was in
 * use). The access token is only in memory; the refresh token is in a cookie that scripts cannot read.
 */
export type Session =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out'; readonly expired: boolean }
  | { readonly kind: 'in'; readonly me: Me; readonly token: string; readonly expiresAt: number }

export const session = store<Session>({ kind: 'unknown' })

/** Whether this browser has logged in before: otherwise no refresh is attempted. */
const HINT = 'tabletalk.session'
const LOCK = 'tabletalk.refresh'
const AHEAD_MS = 30_000

/** Begins a session with the tokens of a login. */
export const begin = ({ access_token: token, expires_in, user: me }: Tokens): void => {
  localStorage.setItem(HINT, '1')
  session.set({ kind: 'in', me, token, expiresAt: Date.now() + expires_in * 1000 })
}

/** Clears the session in this tab, and the hint that there was one. */
export const end = ({ expired }: { readonly expired: boolean }): void => {
  localStorage.removeItem(HINT)
  session.set({ kind: 'out', expired })
}

/** Resumes the login of an earlier visit, if any. */
export const resume = async (): Promise<void> => {
  if (localStorage.getItem(HINT) === null) return session.set({ kind: 'out', expired: false })
  await refreshed(undefined).catch(() => undefined)
  // If the service is unavailable, the next visit tries again.
  if (session.get().kind === 'unknown') session.set({ kind: 'out', expired: false })
}

/** A logout in one tab applies to all tabs. */
addEventListener('storage', ({ key, newValue }) => {
  if (key === HINT && newValue === null && session.get().kind === 'in') session.set({ kind: 'out', expired: true })
})

let refreshing: Promise<string | undefined> | undefined

/** A valid access token; undefined without a login. @param refused a token that the service rejected */
export const validToken = async (refused?: string): Promise<string | undefined> => {
  const now = session.get()
  if (now.kind === 'out') return undefined
  if (now.kind === 'in' && now.token !== refused && now.expiresAt - AHEAD_MS > Date.now()) return now.token
  refreshing ??= refreshed(refused).finally(() => {
    refreshing = undefined
  })
  return await refreshing
}

/** One refresh at a time over all tabs, because each refresh token works once. Browsers provide locks over HTTPS and on localhost only. */
const locked = <Value>(work: () => Promise<Value>): Promise<Value> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work) : work()

const refreshed = (refused: string | undefined): Promise<string | undefined> =>
  locked(async () => {
    const response = await fetch(`${SERVICE_URL}api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
    if (response.ok) {
      const { data }: { readonly data: Tokens } = await response.json()
      begin(data)
      return data.access_token
    }
    // Any other failure is temporary: the login still exists.
    if (response.status === 400 || response.status === 401 || response.status === 403)
      end({ expired: refused !== undefined || session.get().kind === 'in' })
    return undefined
  })

/** `fetch` with the user's access token; a rejected token is replaced once. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const token = await validToken()
  const response = await fetch(input, withToken(init, token))
  // A 403 may mean that the user's role was changed.
  if (response.status === 403) void refreshMe().catch(() => undefined)
  if (!(await isTokenRefused(response))) return response
  const next = await validToken(token ?? '')
  return next === undefined || next === token ? response : await fetch(input, withToken(init, next))
}

/** Reads the user's account again, after a change by the user or by others. */
export const refreshMe = async (): Promise<void> => {
  const response = await fetch(`${SERVICE_URL}api/v1/auth/me`, withToken(undefined, await validToken()))
  const now = session.get()
  if (!response.ok || now.kind !== 'in') return
  const { data: me }: { readonly data: Me } = await response.json()
  if (JSON.stringify(me) !== JSON.stringify(now.me)) session.set({ ...now, me })
}

/** Whether the token was rejected, and not a password or code in the body: those requests are not repeated. */
const isTokenRefused = async (response: Response): Promise<boolean> => {
  if (response.status !== 401) return false
  const { details } = await errorOf(response.clone())
  return details.some(({ field }) => field === 'Authorization')
}

const withToken = (init: RequestInit | undefined, token: string | undefined): RequestInit => {
  const headers = new Headers(init?.headers)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}
