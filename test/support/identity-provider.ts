import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { CLIENT, type Control, type Counts } from './identity-provider/control.ts'

/** An identity provider (`oidc-provider`) in a process of its own, at which every user logs in without a prompt. */
export interface TestProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where people may be sent back to, and how we show our secret; instead of what was registered before. */
  register(client: {
    readonly redirectUri: string
    readonly returnTo?: string
    readonly authMethod?: 'client_secret_basic' | 'client_secret_post'
  }): Promise<void>
  /** Adds or changes a user. @param claims `email`, `email_verified`, `name`, and any others */
  account(subject: string, claims: Readonly<Record<string, unknown>>): Promise<void>
  /** Signs with another key from now on. @param keepsOld whether the one of before is still among those it shows */
  rotateKeys(keepsOld?: boolean): Promise<void>
  /** Whether e-mail and name stand in no ID token, but at the userinfo endpoint. */
  setThin(isThin: boolean): Promise<void>
  /** How often it was asked for each of these since it started. */
  asked(): Promise<Counts>
  /**
   * What a browser does that was redirected to the provider: follows its redirects, with cookies.
   *
   * @param subject who logs in; without one, they refuse to
   * @returns where the provider sends them: the redirect URI, with `code` and `state`, or with `error`
   * @throws when it shows a page instead
   */
  logIn(authorizationUrl: string, subject?: string): Promise<URL>
  close(): void
}

/** Starts one; it lives no longer than the test. */
export const startIdentityProvider = async (): Promise<TestProvider> => {
  const child = fork(path.join(import.meta.dirname, 'identity-provider/process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const died = once(child, 'exit').then(() => {
    throw new Error('the identity provider of the test did not start')
  })
  const [{ issuer }] = await Promise.race([once(child, 'message'), died])
  died.catch(() => undefined)
  const tell = async (control: Control): Promise<Counts> => {
    const response = await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(control) })
    if (!response.ok) throw new Error(`the identity provider of the test: ${await response.text()}`)
    return JSON.parse(await response.text())
  }
  return {
    issuer,
    ...CLIENT,
    async register({ redirectUri, returnTo, authMethod }) {
      const method = authMethod === undefined ? {} : { authMethod }
      await tell({ kind: 'client', redirectUris: [redirectUri], returnTo: returnTo ? [returnTo] : [], ...method })
    },
    async account(subject, claims) {
      await tell({ kind: 'account', subject, claims })
    },
    async rotateKeys(keepsOld = false) {
      await tell({ kind: 'rotate', keepsOld })
    },
    async setThin(isThin) {
      await tell({ kind: 'thin', isThin })
    },
    asked: () => tell({ kind: 'counts' }),
    async logIn(authorizationUrl, subject) {
      const url = new URL(authorizationUrl)
      if (subject !== undefined) url.searchParams.set('login_hint', subject)
      return await followed(url, issuer)
    },
    close() {
      child.kill('SIGKILL')
    },
  }
}

/** More than any log-in has. */
const REDIRECTS_MAX = 10

const followed = async (from: URL, issuer: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  let url = from
  for (let count = 0; count < REDIRECTS_MAX; count++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider shows a page: ${response.status} ${await response.text()}`)
    url = new URL(location, url)
    if (url.origin !== issuer) return url
  }
  throw new Error('the provider redirects without an end')
}
