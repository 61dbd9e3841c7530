import { errorOf } from '../../../clients/typescript/src/tabletalk-error.ts'
import { SERVICE_URL } from '../api/address.ts'
import { plainClient } from '../api/clients.ts'
import type { Tokens } from '../api/session.ts'
import { rememberOrganization } from './organization-number.ts'
import { challengeOf, newVerifier } from './pkce.ts'

/** Stored in this tab while the user is at the provider. */
const VERIFIER = 'tabletalk.sso.verifier'
const NEXT = 'tabletalk.sso.next'

/**
 * Redirects to the identity provider of an organization, and stores the requested page.
 * @throws TabletalkError if the organization has none, or it does not respond
 */
export const beginProviderLogIn = async (organizationId: number, next: string | undefined): Promise<void> => {
  const verifier = newVerifier()
  const query = new URLSearchParams({
    organization_id: String(organizationId),
    code_challenge: await challengeOf(verifier),
  })
  const address = `${SERVICE_URL}api/v1/auth/sso?${query}`
  // Requested once before the browser navigates there, so that an error is shown here and not as JSON.
  const response = await fetch(address, { redirect: 'manual' })
  if (response.type !== 'opaqueredirect') throw await errorOf(response)
  rememberOrganization(organizationId)
  sessionStorage.setItem(VERIFIER, verifier)
  if (next === undefined) sessionStorage.removeItem(NEXT)
  else sessionStorage.setItem(NEXT, next)
  location.assign(address)
}

/** The page requested before the redirect to the provider. */
export const wantedPage = (): string | undefined => sessionStorage.getItem(NEXT) ?? undefined

let finishing: Promise<Tokens | undefined> | undefined

/**
 * Exchanges the authorization code; it is valid once.
 * @returns undefined if the login was begun in another tab, which has the verifier
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
