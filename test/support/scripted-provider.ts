import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompactSign, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

/** What a provider is asked for. */
export type Page = 'discovery' | 'keys' | 'token' | 'userinfo'

/** A document, or a function that writes the response. */
export type Script = unknown | ((response: ServerResponse, request: IncomingMessage) => void)

/** A key pair that signs ID tokens. */
export interface SigningKey {
  readonly kid: string
  readonly publicJwk: JWK
  sign(claims: JWTPayload, header?: Readonly<Record<string, unknown>>): Promise<string>
  /** Claims as they are written. */
  signText(claims: string): Promise<string>
}

export const makeKey = async (kid: string, alg = 'ES256'): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return {
    kid,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
    sign: (claims, header = {}) => new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
    signText: (claims) => new CompactSign(Buffer.from(claims)).setProtectedHeader({ alg, kid }).sign(privateKey),
  }
}

/** An identity provider with scripted responses. */
export interface ScriptedProvider {
  readonly issuer: string
  /** Its discovery document, as a provider would have it. */
  readonly document: Readonly<Record<string, unknown>>
  /** What it was asked for, in order. */
  readonly asked: readonly Page[]
  /** From now on. */
  script(page: Page, script: Script): void
  close(): Promise<void>
}

const PATHS: Readonly<Record<string, Page>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/keys': 'keys',
  '/token': 'token',
  '/userinfo': 'userinfo',
}

export const startScriptedProvider = async (): Promise<ScriptedProvider> => {
  const scripts = new Map<Page, Script>()
  const asked: Page[] = []
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const page = PATHS[new URL(request.url ?? '', issuer).pathname]
      if (page === undefined) return response.writeHead(404).end()
      asked.push(page)
      const script = scripts.get(page)
      if (typeof script === 'function') return script(response, request)
      return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(script))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/logout`,
    id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256', 'none'],
  }
  scripts.set('discovery', document).set('userinfo', { sub: 'ann' })
  return {
    issuer,
    document,
    asked,
    script(page, script) {
      scripts.set(page, script)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
