import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider from 'oidc-provider'
import { CLIENT, type Control, type Counts, SCOPES } from './control.ts'
import { kept } from './kept.ts'

const accounts = new Map<string, Readonly<Record<string, unknown>>>()
const counts: Record<keyof Counts, number> = { discovery: 0, keys: 0, token: 0, userinfo: 0 }
const PATHS: Readonly<Record<string, keyof Counts>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'keys',
  '/token': 'token',
  '/me': 'userinfo',
}

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomUUID() }
}

let keys: readonly JWK[] = [await newKey()]
let client: Extract<Control, { kind: 'client' }> = { kind: 'client', redirectUris: [], returnTo: [] }
let isThin = false

/** Claims that are of no other scope. */
const isOfOpenId = (claim: string): boolean => !['email', 'email_verified', 'name'].includes(claim)

/** What it has handed out is kept beside it, so that the next one, with other keys, still takes it. */
const providerOfNow = (): Provider =>
  new Provider(issuer, {
    adapter: kept,
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [...client.redirectUris],
        post_logout_redirect_uris: [...client.returnTo],
        token_endpoint_auth_method: client.authMethod ?? 'client_secret_basic',
      },
    ],
    jwks: { keys: [...keys] },
    cookies: { keys: ['of a test'] },
    claims: {
      openid: ['sub', ...new Set([...accounts.values()].flatMap((claims) => Object.keys(claims)).filter(isOfOpenId))],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: isThin,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => {
      const claims = accounts.get(accountId)
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  })

/** Logs in the user of the login hint without a prompt; an unknown user refuses. */
const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { params } = await provider.interactionDetails(request, response)
  const accountId = params.login_hint
  const isKnown = typeof accountId === 'string' && accounts.has(accountId)
  const result = isKnown
    ? { login: { accountId } }
    : { error: 'access_denied', error_description: 'canary of a provider' }
  await provider.interactionFinished(request, response, result)
}

const obey = async (control: Control): Promise<void> => {
  switch (control.kind) {
    case 'client':
      client = control
      break
    case 'account':
      accounts.set(control.subject, control.claims)
      break
    case 'thin':
      isThin = control.isThin
      break
    case 'rotate':
      keys = [await newKey(), ...(control.keepsOld ? keys : [])]
      break
    case 'counts':
      return
  }
  provider = providerOfNow()
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname } = new URL(request.url ?? '', issuer)
  if (pathname === '/control') {
    await obey(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(counts))
    return
  }
  if (pathname.startsWith('/interaction/')) return await interact(request, response)
  const counted = PATHS[pathname]
  if (counted !== undefined) counts[counted] += 1
  await provider.callback()(request, response)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const issuer = `http://127.0.0.1:${port}`
let provider = providerOfNow()
process.on('disconnect', () => process.exit())
process.send?.({ issuer })
