import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLogger, observeWith } from '../../src/platform/observation.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'

let platform: Platform
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-log-'))
  platform = await startPlatform({
    worker: false,
    observe: observeWith(createLogger('info', 'api', path.join(folder, 'log'))),
  })
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})

const BRANDING = '/api/v1/branding'
const MESSAGE = '/api/v1/chat/message'

/** Waits for the log line of a request. */
const logged = async (traceId: string): Promise<string> =>
  await waitFor('the log line of the request', async () => {
    const text = await readFile(path.join(folder, 'log'), 'utf8').catch(() => '')
    return text.split('\n').find((line) => line.includes(traceId)) ?? false
  })

describe('Accept header', () => {
  it.each([
    [BRANDING, 'text/html'],
    [BRANDING, 'text/event-stream'],
    [BRANDING, 'application/json;q=0'],
    ['/api/v1/chat/new/stream?message=hello', 'application/json'],
  ])('%s returns 406 as JSON for Accept: %s', async (address, accept) => {
    const reply = await platform.request(address, { headers: { Accept: accept } })
    expect([reply.status, reply.body.error_code, reply.body.details[0].field]).toEqual([
      406,
      'VALIDATION_INVALID_FORMAT',
      'Accept',
    ])
    expect(reply.headers.get('content-type')).toContain('application/json')
  })

  it.each([
    '*/*',
    'application/*',
    'application/json',
    'text/html, application/json;q=0.1',
    'application/problem+json',
  ])('%s returns JSON', async (accept) => {
    const reply = await platform.request(BRANDING, { headers: { Accept: accept } })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  })

  it('is checked after authentication', async () => {
    const reply = await platform.request(BRANDING, { headers: { Accept: 'text/html', 'X-API-Key': null } })
    expect(reply.status).toBe(401)
  })
})

describe('RFC 9457 problem details', () => {
  it('contain type, instance and detail with the codes of the envelopes', async () => {
    const reply = await platform.request('/api/v1/chat/conversations?limit=0', {
      headers: { Accept: 'application/problem+json', 'X-Request-ID': 'my-own-request' },
    })
    expect(reply.headers.get('content-type')).toContain('application/problem+json')
    expect(reply.body).toEqual({
      type: 'urn:tabletalk:problem:input_invalid',
      title: 'The request is not valid.',
      status: 400,
      detail: expect.stringMatching(/\w/),
      instance: 'urn:tabletalk:request:my-own-request',
      code: 'VALIDATION_ERROR',
      errors: [expect.objectContaining({ field: 'limit' })],
      trace_id: 'my-own-request',
    })
  })

  it('are preferred only if the Accept header prefers them', async () => {
    const both = { Accept: 'application/json, application/problem+json' }
    const reply = await platform.request('/api/v1/nowhere', { headers: both })
    expect(reply.headers.get('content-type')).toContain('application/json')
    const preferring = { Accept: 'application/json;q=0.5, application/problem+json' }
    const other = await platform.request('/api/v1/nowhere', { headers: preferring })
    expect(other.headers.get('content-type')).toContain('application/problem+json')
  })
})

describe('routing', () => {
  it.each([
    ['/api/v2/branding', 'GET', 404],
    ['/api/v1', 'GET', 404],
    ['/api/v1/debug', 'GET', 404],
    ['/api/v1/BRANDING', 'GET', 404],
    ['/metrics', 'GET', 404],
    ['/.env', 'GET', 404],
    [BRANDING, 'POST', 405],
    [MESSAGE, 'PATCH', 405],
  ])('S71: rejects an unknown path or unsupported method: %s %s returns %i', async (address, method, status) => {
    const reply = await platform.request(address, { method })
    expect([reply.status, reply.body.error_code]).toEqual([
      status,
      status === 404 ? 'NOT_FOUND_RESOURCE' : 'VALIDATION_ERROR',
    ])
    if (status === 405) expect(reply.headers.get('allow')).toMatch(/^[A-Z]+(?:, [A-Z]+)*$/)
  })

  it('S73: rejects an id with path traversal or NUL, without reading a file', async () => {
    for (const id of ['..%2f..%2fetc%2fpasswd', '%00', 'a%00b', '..%5c..%5cwin.ini', '%c0%ae%c0%ae']) {
      const reply = await platform.request(`/api/v1/chat/${id}/history`)
      expect([id, reply.status]).toEqual([id, 400])
      expect(reply.text).not.toMatch(/root:|ENOENT/)
    }
  })
})

describe('request log', () => {
  it.each([
    ['from X-Request-ID', { 'X-Request-ID': 'client-made_1.a' }],
    ['that is generated', {}],
  ])('trace id %s is the same in the header, the body and the log line', async (_, headers) => {
    const reply = await platform.request('/api/v1/chat/not-an-id/history', { headers })
    const traceId = reply.headers.get('x-request-id') ?? ''
    expect(reply.body.trace_id).toBe(traceId)
    expect(JSON.parse(await logged(traceId))).toMatchObject({ msg: 'request_completed', traceId, status: 400 })
  })

  it('S75: replaces a trace id with invalid characters, and escapes the path in the log line', async () => {
    const reply = await platform.request('/api/v1/%0a%1b[31mforged%22,%22level%22:50', {
      headers: { 'X-Request-ID': 'a"b c' },
    })
    const traceId = reply.headers.get('x-request-id') ?? ''
    expect(traceId).toMatch(/^[\w.-]{8,128}$/)
    const line = await logged(traceId)
    expect(line).not.toMatch(/[^\x20-\x7e]/)
    expect(JSON.parse(line)).toMatchObject({ level: 30, traceId, status: 404 })
  })

  it('S63: contains no question from a URL', async () => {
    const question = 'who-earns-what'
    const reply = await platform.request(`/api/v1/chat/new/stream?message=${question}`, {
      headers: { 'X-Tenant-Id': '0' },
    })
    expect(reply.status).toBe(403)
    await logged(reply.headers.get('x-request-id') ?? '')
    expect(await readFile(path.join(folder, 'log'), 'utf8')).not.toContain(question)
    expect(reply.headers.get('cache-control')).toContain('no-store')
  })
})

describe('S72: responses', () => {
  it('reveal no server software', async () => {
    for (const address of [BRANDING, '/api/v1/nowhere', '/api/v1/chat/x/history', '/healthz']) {
      const { headers, text } = await platform.request(address)
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
      expect(text).not.toMatch(/\bat \/|node_modules|express|mongo/i)
    }
  })
})
