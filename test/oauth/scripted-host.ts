import { auth, type OAuthClientProvider } from '@modelcontextprotocol/client'

type Tokens = Parameters<OAuthClientProvider['saveTokens']>[0]
type Discovery = Parameters<Required<OAuthClientProvider>['saveDiscoveryState']>[0]
type Registered = Parameters<Required<OAuthClientProvider>['saveClientInformation']>[0]

export const REDIRECT_URI = 'http://127.0.0.1:33418/callback'

interface HostOptions {
  /** The URL of its client-id metadata document; without one, it registers. */
  readonly documentUrl?: string
  readonly redirectUri?: string
}

/** Where the browser of a user was sent, with the cookies that it got there. */
export interface Visited {
  readonly response: Response
  readonly location: URL
  readonly cookie: string
}

/** What a browser does at one address, without following a redirect. */
export const visit = async (url: string | URL, cookie = ''): Promise<Visited> => {
  const response = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie } })
  const set = response.headers.getSetCookie().map((one) => one.split(';')[0])
  const location = response.headers.get('location')
  return { response, location: new URL(location ?? url, url), cookie: [cookie, ...set].filter(Boolean).join('; ') }
}

/** A host as Claude or an IDE: the flow of the official client, with a user whose browser is this script. */
export const scriptedHost = (serverUrl: string, { documentUrl, redirectUri = REDIRECT_URI }: HostOptions = {}) => {
  let tokens: Tokens | undefined
  let registered: Registered | undefined
  let discovery: Discovery | undefined
  let verifier = ''
  let askedAt: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    ...(documentUrl === undefined ? {} : { clientMetadataUrl: documentUrl }),
    clientMetadata: { client_name: 'Scripted host', redirect_uris: [redirectUri] },
    state: () => 'the state of the host',
    clientInformation: () => registered,
    saveClientInformation(information) {
      registered = information
    },
    tokens: () => tokens,
    saveTokens(saved) {
      tokens = saved
    },
    redirectToAuthorization(url) {
      askedAt = url
    },
    saveCodeVerifier(saved) {
      verifier = saved
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(found) {
      discovery = found
    },
    discoveryState: () => discovery,
  }
  return {
    /** Discovers the server and registers. @returns the address to open in a browser */
    async begin(): Promise<URL> {
      await auth(provider, { serverUrl })
      if (askedAt === undefined) throw new Error('the host was not sent to a log-in')
      return askedAt
    },
    /** Redeems the code in a redirect. */
    async finish(redirect: URL): Promise<Tokens> {
      await auth(provider, {
        serverUrl,
        authorizationCode: redirect.searchParams.get('code') ?? '',
        iss: redirect.searchParams.get('iss') ?? '',
      })
      if (tokens === undefined) throw new Error('the host has no tokens')
      return tokens
    },
    /** Refreshes its tokens. */
    async refresh(): Promise<Tokens> {
      await auth(provider, { serverUrl })
      if (tokens === undefined) throw new Error('the host has no tokens')
      return tokens
    },
    clientId: () => registered?.client_id ?? '',
    verifier: () => verifier,
  }
}

export type ScriptedHost = ReturnType<typeof scriptedHost>
