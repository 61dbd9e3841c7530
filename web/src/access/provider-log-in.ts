import { errorOf } from '../../../clients/typescript/src/tabletalk-error.ts'
import { SERVICE_URL } from '../api/address.ts'
import { plainClient } from '../api/clients.ts'
import type { Tokens } from '../api/session.ts'
import { rememberOrganization } from './organization-number.ts'
import { challengeOf, newVerifier } from './pkce.ts'

/** What is kept in this tab while the person is at the provider. */
const VERIFIER = 'tabletalk.sso.verifier'
const NEXT = 'tabletalk.sso.next'

/**
 * Goes to the identity provider of an organization, and keeps which page was wanted.
 * @throws TabletalkError where the organization has none, or it does not answer
 */
export const beginProviderLogIn = async (organizationId: number, next: string | undefined): Promise<void> => {
  const verifier = newVerifier()
  const query = new URLSearchParams({
    organization_id: String(organizationId),
    code_challenge: await challengeOf(verifier),
  })
  const address = `${SERVICE_URL}api/v1/auth/sso?${query}`
  // Requested before the browser navigates, so that a problem is shown here instead of as a page of JSON.
  const response = await fetch(address, { redirect: 'manual' })
  if (response.type !== 'opaqueredirect') throw await errorOf(response)
  rememberOrganization(organizationId)
  sessionStorage.setItem(VERIFIER, verifier)
  if (next === undefined) sessionStorage.removeItem(NEXT)
  else sessionStorage.setItem(NEXT, next)
  location.assign(address)
}

/** The page that was wanted before the person went to the provider. */
export const wantedPage = (): string | undefined => sessionStorage.getItem(NEXT) ?? undefined

let finishing: Promise<Tokens | undefined> | undefined

/**
 * Exchanges the code that the person came back with, once: it is worth nothing the second time.
 * @returns undefined where the log-in was begun in another tab, which has the verifier
 * @throws TabletalkError
 */
export const finishProviderLogIn = (code: string): Promise<Tokens | undefined> => {
  finishing ??= exchange(code)
  return finishing
}

const exchange = async (code: string): Promise<Tokens | undefined> => {
  const verifier = sessionStorage.getItem(VERIFIER)
  if (verifier === null) return undefined
  sessionStorage.removeItem(VERIFIER)
  const { data } = await plainClient.call('post', '/api/v1/auth/sso/token', {
    body: { code, code_verifier: verifier, session: 'cookie' },
  })
  return data
}
