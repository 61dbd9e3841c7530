import type { Observation } from '../../src/platform/observation.ts'
import { type RunningApi, serveApi } from '../../src/platform/process/serve-api.ts'
import { type Platform, SECRET, startPlatform } from '../support/platform.ts'
import { type SealedPayload, sealedPayload } from '../support/sealed-payload.ts'
import { testServers } from '../support/test-servers.ts'

const CODEC_SECRET = 'a+codec/secret~of-the.test_suite=='
const QUESTION = 'How many customers live in Germany?'
const UI = 'http://127.0.0.1:8233'

let platform: Platform
let api: RunningApi
let sealed: SealedPayload
const observed: Observation[] = []

beforeAll(async () => {
  platform = await startPlatform({ env: { TEMPORAL_UI: UI, TABLETALK_CODEC_SECRET: CODEC_SECRET } })
  const app = { ...platform.app, observe: (observation: Observation) => observed.push(observation) }
  api = await serveApi(app, { host: '127.0.0.1', port: 0, secret: SECRET })
  const { body } = await platform.request('/api/v1/chat/message', { json: { message: QUESTION } })
  sealed = await sealedPayload(testServers().temporalAddress, body.data)
})
afterAll(async () => {
  await api?.drain(0)
  await platform?.close()
})

interface Call {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly method?: string
  readonly port?: number
}

const ALTERED_AT = 20
const BEARER = { Authorization: `Bearer ${CODEC_SECRET}` }
const WITH_SECRET = `/codec/${encodeURIComponent(CODEC_SECRET)}/decode`

const call = async ({ path = '/codec/decode', headers = {}, body, method = 'POST', port = api.port }: Call = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? { payloads: [sealed] })
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(method === 'POST' ? { body: text } : {}),
  })
  const answer = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    answer,
    body: answer === '' ? undefined : JSON.parse(answer),
  }
}

const inTheClear = (payload: SealedPayload): string => Buffer.from(payload.data, 'base64').toString()

describe('the codec endpoint', () => {
  it.each([
    ['as a bearer token', { headers: BEARER }],
    ['as a bearer token with a lower-case scheme', { headers: { Authorization: `bearer ${CODEC_SECRET}` } }],
    ['in the URL', { path: WITH_SECRET }],
    [
      'in the URL, beside a bearer token of the UI',
      { path: WITH_SECRET, headers: { Authorization: 'Bearer of-the-ui' } },
    ],
  ])('decodes a payload of a real turn with the secret %s', async (_, sent) => {
    const { status, body } = await call(sent)
    expect(status).toBe(200)
    expect(JSON.parse(inTheClear(body.payloads[0]))).toMatchObject({ question: { text: QUESTION } })
  })

  it.each([
    ['a caller on loopback', {}],
    ['the forgeable origin of the UI', { headers: { Origin: UI } }],
    ['a caller behind a proxy', { headers: { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1' } }],
    ['an API key', { headers: { 'X-API-Key': 'sk_demo0org_x' } }],
    ['a wrong bearer token', { headers: { Authorization: `Bearer ${'x'.repeat(CODEC_SECRET.length)}` } }],
    ['a truncated bearer token', { headers: { Authorization: `Bearer ${CODEC_SECRET.slice(0, -1)}` } }],
    ['an empty bearer token', { headers: { Authorization: 'Bearer ' } }],
    ['the secret without its scheme', { headers: { Authorization: CODEC_SECRET } }],
    ['the installation secret', { headers: { Authorization: `Bearer ${SECRET}` } }],
    ['a wrong secret in the URL', { path: '/codec/wrong/decode' }],
    ['an invalid escape in the URL', { path: '/codec/%zz/decode' }],
  ])('refuses %s and names the setting', async (_, sent) => {
    const { status, answer, body } = await call(sent)
    expect(status).toBe(401)
    expect(body).toMatchObject({ error: true, status_code: 401, error_code: 'AUTH_INVALID_CREDENTIALS' })
    expect(body.message).toMatch(/TABLETALK_CODEC_SECRET/)
    expect(answer).not.toContain(CODEC_SECRET)
  })

  it('refuses before it reads the body', async () => {
    expect((await call({ body: '{' })).status).toBe(401)
  })

  it.each([
    ['no JSON', '{', 400],
    ['no payloads', {}, 400],
    ['payloads that are not a list', { payloads: 'x' }, 400],
    ['a payload that is not an object', { payloads: [null] }, 400],
    ['data that is not base64', { payloads: [{ metadata: {}, data: '\u2603' }] }, 400],
    ['metadata that is not base64', { payloads: [{ metadata: { encoding: 1 }, data: '' }] }, 400],
    ['nine million bytes', { payloads: [{ data: 'A'.repeat(9_000_000) }] }, 413],
  ])('rejects %s as a client error', async (_, body, status) => {
    expect((await call({ headers: BEARER, body })).status).toBe(status)
  })

  it('returns foreign payloads unchanged beside decoded ones', async () => {
    const encoding = Buffer.from('binary/encrypted').toString('base64')
    const altered = Buffer.from(sealed.data, 'base64')
    altered.writeUInt8(altered.readUInt8(ALTERED_AT) ^ 1, ALTERED_AT)
    const foreign = [
      { metadata: { encoding: Buffer.from('json/plain').toString('base64') }, data: 'IngI', kept: true },
      { metadata: { encoding }, data: Buffer.from('sealed by somebody else, with another key').toString('base64') },
      { metadata: { encoding }, data: '' },
      { metadata: { encoding } },
      { metadata: sealed.metadata, data: altered.toString('base64') },
      {},
    ]
    const { status, body } = await call({ headers: BEARER, body: { payloads: [...foreign, sealed] } })
    expect(status).toBe(200)
    expect(body.payloads.slice(0, -1)).toEqual(foreign)
    expect(inTheClear(body.payloads.at(-1))).toContain(QUESTION)
  })

  it('permits cross-origin calls of the UI only', async () => {
    for (const path of ['/codec/decode', WITH_SECRET]) {
      const asked = { path, method: 'OPTIONS', headers: { Origin: 'http://evil.example' } }
      const { headers } = await call(asked)
      expect(headers.get('access-control-allow-origin')).toBe(UI)
      expect(headers.get('access-control-allow-headers')).toBe('Content-Type,X-Namespace,Authorization')
    }
  })

  it('never logs the secret', async () => {
    observed.length = 0
    await call({ headers: BEARER })
    for (const path of [
      WITH_SECRET,
      `/codec/${CODEC_SECRET.replaceAll('/', '%2F')}`,
      `/${WITH_SECRET}`,
      `/prefix${WITH_SECRET}`,
    ])
      await call({ path })
    const requests = observed.filter(({ kind }) => kind === 'request_completed')
    expect(requests.length).toBeGreaterThanOrEqual(4)
    expect(JSON.stringify(observed)).not.toMatch(/suite/)
    expect(requests[1]).toMatchObject({ path: '/codec/decode', status: 200 })
  })

  it('does not exist without a codec secret, and logs nothing sent to it', async () => {
    const { app } = platform
    const app404 = {
      ...app,
      config: { ...app.config, codecSecret: undefined },
      observe: (o: Observation) => observed.push(o),
    }
    const off = await serveApi(app404, { host: '127.0.0.1', port: 0, secret: SECRET })
    observed.length = 0
    const unknown = await call({ path: '/unknown', port: off.port })
    for (const sent of [{}, { headers: BEARER }, { path: WITH_SECRET }]) {
      const { status, body } = await call({ ...sent, port: off.port })
      expect({ status, message: body.message }).toEqual({ status: 404, message: unknown.body.message })
    }
    await off.drain(0)
    expect(JSON.stringify(observed)).not.toMatch(/suite/)
  })
})
