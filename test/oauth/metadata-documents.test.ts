import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import tls from 'node:tls'
import { listenAt } from '../../src/http/listen.ts'
import { loggedInAs } from '../accounts/logged-in.ts'
import { makeAuthority } from '../support/certificates.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { connect } from './connecting.ts'
import { startResourceServer } from './resource-server.ts'
import { REDIRECT_URI, scriptedHost, visit } from './scripted-host.ts'

let platform: Platform
let base: string
const requested: string[] = []
/** The metadata documents of hosts, by path. */
const DOCUMENTS: Readonly<Record<string, RequestListener>> = {
  '/host.json': (_req, res) => {
    const client = {
      client_id: `${base}/host.json`,
      client_name: 'Host with a document',
      redirect_uris: [REDIRECT_URI],
    }
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify(client))
  },
  '/redirect.json': (_req, res) => res.writeHead(302, { Location: `${base}/host.json` }).end(),
  '/other.json': (_req, res) =>
    res.end(JSON.stringify({ client_id: `${base}/host.json`, redirect_uris: [REDIRECT_URI] })),
  '/large.json': (_req, res) => res.end(JSON.stringify({ client_name: 'x'.repeat(10_000_000) })),
  '/text.json': (_req, res) => res.end('no JSON'),
  '/secret.json': (_req, res) =>
    res.end(
      JSON.stringify({
        client_id: `${base}/secret.json`,
        redirect_uris: [REDIRECT_URI],
        token_endpoint_auth_method: 'client_secret_basic',
      }),
    ),
  '/plain.json': (_req, res) =>
    res.end(
      JSON.stringify({
        client_id: `${base}/plain.json`,
        application_type: 'web',
        redirect_uris: ['http://host.example/callback', REDIRECT_URI],
      }),
    ),
  // Never ends.
  '/slow.json': () => undefined,
}
const authority = makeAuthority()
const hosts = createServer(authority.sign('IP:127.0.0.1'), (req, res) => {
  requested.push(req.url ?? '')
  const answer = DOCUMENTS[req.url ?? '']
  if (answer === undefined) res.writeHead(404).end()
  else answer(req, res)
})
const trusted = tls.getCACertificates('default')
beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, authority.cert])
  base = `https://127.0.0.1:${await listenAt(hosts, { host: '127.0.0.1', port: 0, settings: { host: '', port: '' } })}`
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
})
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  hosts.closeAllConnections()
  hosts.close()
  await platform.close()
})

/** What a browser is answered by an authorization request of a client. */
const authorize = async (clientId: string, at = platform) => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  })
  const { response, location } = await visit(`${at.baseUrl}/oauth/authorize?${query}`)
  return { status: response.status, path: location.pathname, text: await response.text() }
}

describe('A client-id metadata document', () => {
  it('replaces the registration of the official client', async () => {
    const user = await loggedInAs(platform, 'member')
    const server = await startResourceServer(platform)
    const documentUrl = `${base}/host.json`
    const host = scriptedHost(`${platform.baseUrl}/mcp`, { documentUrl })
    const { token } = await connect(platform, user, {}, host)
    expect(host.clientId()).toBe(documentUrl)
    expect((await server.ask(token)).status).toBe(200)
    expect((await host.refresh()).access_token).not.toBe(token)
    const { body } = await user.request('/auth/grants')
    expect(body.data.grants).toMatchObject([{ client_name: 'Host with a document' }])
    await server.close()
  })

  it.each(['redirect', 'other', 'large', 'text', 'secret', 'plain', 'slow', 'missing'])(
    'that is not usable refuses the client: %s',
    async (name) => {
      const { status, text } = await authorize(`${base}/${name}.json`)
      expect(status).toBe(400)
      expect(text).toContain('This connection cannot be made')
    },
  )

  it('at a private address is not requested', async () => {
    const strict = await startPlatform({ worker: false })
    requested.length = 0
    try {
      for (const id of [base, base.replace('127.0.0.1', 'localhost')])
        expect((await authorize(`${id}/host.json`, strict)).status).toBe(400)
      expect(requested).toEqual([])
    } finally {
      await strict.close()
    }
  })
})
