import { ISO_TIME } from '../support/iso-time.ts'
import { type Platform, type RequestOptions, startPlatform } from '../support/platform.ts'
import { rawRequest } from '../support/raw-request.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

interface Case {
  readonly name: string
  readonly path?: string
  readonly options: RequestOptions
  readonly status: number
  readonly code: string
  readonly errorCode: string
}

const SENTENCE = /^\S+ .*\S$/

const question = { message: 'How many orders?' }
const A = '/api/v1/chat/message'
const cases: Case[] = [
  {
    name: 'no key',
    options: { json: question, headers: { 'X-API-Key': null } },
    status: 401,
    code: 'UNAUTHORIZED',
    errorCode: 'AUTH_INVALID_CREDENTIALS',
  },
  {
    name: 'an unknown key',
    options: { json: question, headers: { 'X-API-Key': 'sk_nobody00_00000000000000000000000000000000000000' } },
    status: 401,
    code: 'UNAUTHORIZED',
    errorCode: 'AUTH_INVALID_CREDENTIALS',
  },
  {
    name: 'an API key as Bearer',
    options: { json: question, headers: { 'X-API-Key': null, Authorization: 'Bearer sk_x' } },
    status: 401,
    code: 'UNAUTHORIZED',
    errorCode: 'AUTH_TOKEN_INVALID',
  },
  {
    name: 'no tenant for a scoped database',
    options: { json: question, headers: { 'X-Tenant-Id': null } },
    status: 403,
    code: 'INVALID_TENANT_ID',
    errorCode: 'AUTH_INSUFFICIENT_PERMISSIONS',
  },
  ...['', '0', '-1', '1.5', 'abc', '1 OR 1=1', '01', '9223372036854775808', '1,2'].map((tenant) => ({
    name: `the tenant "${tenant}"`,
    options: { json: question, headers: { 'X-Tenant-Id': tenant } },
    status: 403,
    code: 'INVALID_TENANT_ID',
    errorCode: 'AUTH_INSUFFICIENT_PERMISSIONS',
  })),
  {
    name: 'an unknown database',
    options: { json: { ...question, database_id: UNKNOWN } },
    status: 404,
    code: 'DATABASE_NOT_FOUND',
    errorCode: 'NOT_FOUND_DATABASE',
  },
  {
    name: 'an unknown conversation',
    options: { json: { ...question, conversation_id: UNKNOWN } },
    status: 404,
    code: 'NOT_FOUND',
    errorCode: 'NOT_FOUND_RESOURCE',
  },
  {
    name: 'an unknown conversation in the path',
    path: `/api/v1/chat/${UNKNOWN}/message`,
    options: { json: question },
    status: 404,
    code: 'NOT_FOUND',
    errorCode: 'NOT_FOUND_RESOURCE',
  },
  {
    name: 'a malformed database id',
    options: { json: { ...question, database_id: 'shops' } },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  },
  {
    name: 'a malformed conversation id',
    path: '/api/v1/chat/not-a-uuid/history',
    options: {},
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  },
  {
    name: 'a broken percent escape',
    path: '/api/v1/chat/%E0%A4%A/history',
    options: {},
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  },
  {
    name: 'no message',
    options: { json: {} },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_MISSING_REQUIRED_FIELD',
  },
  ...['', '   \n', '\0', 17, null, ['a'], 'x'.repeat(8_001)].map((message) => ({
    name: `the message ${JSON.stringify(message)?.slice(0, 20)}`,
    options: { json: { message } },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  })),
  {
    name: 'an empty message in the stream',
    path: '/api/v1/chat/new/stream?message=',
    options: {},
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  },
  {
    name: 'no message in the stream',
    path: '/api/v1/chat/new/stream',
    options: {},
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_MISSING_REQUIRED_FIELD',
  },
  {
    name: 'broken JSON',
    options: { body: '{"message": ' },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_INVALID_FORMAT',
  },
  {
    name: 'a body that does not match its Content-Encoding',
    options: { json: question, headers: { 'Content-Encoding': 'gzip' } },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_INVALID_FORMAT',
  },
  {
    name: 'one conversation in the path and another in the body',
    path: '/api/v1/chat/new/message',
    options: { json: { ...question, conversation_id: UNKNOWN } },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  },
  {
    name: 'a question with the fields of an appended message',
    options: { json: { message: 'How many orders?', role: 'user', content: 'hi' } },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  },
  {
    name: 'an array as body',
    options: { json: [] },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  },
  {
    name: 'an empty body',
    options: { body: '' },
    status: 400,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_MISSING_REQUIRED_FIELD',
  },
  {
    name: 'another content type',
    options: { body: 'message=hi', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_INVALID_FORMAT',
  },
  {
    name: 'a body over 256 kB',
    options: { json: { message: 'x'.repeat(1_100_000) } },
    status: 413,
    code: 'VALIDATION_ERROR',
    errorCode: 'VALIDATION_ERROR',
  },
  {
    name: 'an unknown path',
    path: '/api/v1/chat/a/b/c',
    options: {},
    status: 404,
    code: 'NOT_FOUND',
    errorCode: 'NOT_FOUND_RESOURCE',
  },
]

describe('invalid input under /chat', () => {
  it.each(cases)(
    'returns $status for $name in Envelope A with the fields of Envelope B',
    async ({ path, options, status, code, errorCode }) => {
      const response = await platform.request(path ?? A, options)
      const text = response.text
      expect({ status: response.status, text }).toMatchObject({ status })
      expect(JSON.parse(text)).toMatchObject({
        success: false,
        error: { code, message: expect.stringMatching(SENTENCE), details: expect.any(String) },
        error_code: errorCode,
        problem: expect.any(String),
        status_code: status,
        message: JSON.parse(text).error.message,
        trace_id: response.headers.get('x-request-id'),
        timestamp: expect.stringMatching(ISO_TIME),
      })
      for (const detail of JSON.parse(text).details) {
        expect(detail).toEqual({
          field: expect.any(String),
          message: expect.stringMatching(SENTENCE),
          code: expect.stringMatching(/^[A-Z_]+$/),
        })
        expect(JSON.parse(text).error.details).toContain(detail.message)
      }
      expect(text).not.toMatch(/\bat \/|node_modules|SQLITE|Mongo|ECONN/)
    },
  )

  it.each([
    ['Content-Type', 'application/json; charset=koi8-r', {}, /"koi8-r".* UTF-8/i],
    ['Content-Type', 'application/json; charset=utf-7x', {}, /"utf-7x".* UTF-8/i],
    ['Content-Encoding', 'application/json', { 'Content-Encoding': 'zstd9' }, /"zstd9"/],
    ['Content-Encoding', 'application/json', { 'Content-Encoding': 'gzip, gzip' }, /"gzip, gzip"/],
    ['Content-Encoding', 'application/json', { 'Content-Encoding': 'z'.repeat(5_000) }, /"z{59}…"/],
  ])('returns 415 with the unsupported %s: %s', async (field, type, more, named) => {
    const headers = { 'Content-Type': type, ...more }
    for (const path of [A, '/api/v1/auth/login']) {
      const { status, body } = await platform.request(path, { body: '{"message":"hi"}', headers })
      expect([path, status, body.details]).toEqual([
        ...[path, 415],
        [{ field, message: expect.stringMatching(named), code: 'INVALID_FORMAT' }],
      ])
      expect(body.message).toMatch(named)
    }
  })

  it.each([
    ...['X-API-Key', 'Authorization', 'X-Tenant-Id', 'X-Scope-Id', 'X-Identity-Token', 'Origin', 'Content-Type'],
    ...['Idempotency-Key', 'Last-Event-ID'],
  ])(
    'rejects a repeated %s header on every route, with equal or different values, before authorization',
    async (name) => {
      const { baseUrl, access } = platform
      const own = [
        ['X-API-Key', access.orgKey],
        ['Content-Type', 'application/json'],
        ['X-Tenant-Id', '1'],
        ['X-Scope-Id', 'me'],
      ] as const
      for (const [method, path] of [
        ['POST', A],
        ['GET', '/api/v1/chat/new/stream?message=hi'],
        ['POST', '/api/v1/webhooks'],
        ['POST', '/api/v1/auth/login'],
      ] as const)
        for (const second of ['first', 'second']) {
          const twice = [...own.filter(([one]) => one !== name), [name, 'first'], [name.toLowerCase(), second]] as const
          const { status, text } = await rawRequest(`${baseUrl}${path}`, twice, {
            method,
            body: method === 'GET' ? '' : '{}',
          })
          expect([path, status, JSON.parse(text).details]).toEqual([
            ...[path, 400],
            [{ field: name, message: 'was sent more than once', code: 'INVALID_FORMAT' }],
          ])
        }
    },
  )
})

describe('invalid input outside /chat', () => {
  it('returns Envelope B', async () => {
    const response = await platform.request('/api/v1/branding', { headers: { 'X-API-Key': null } })
    expect(response.status).toBe(401)
    expect(response.body).toEqual({
      error: true,
      message: 'An API key is required: send it in the X-API-Key header.',
      error_code: 'AUTH_INVALID_CREDENTIALS',
      problem: 'credentials_missing',
      status_code: 401,
      details: [expect.objectContaining({ field: 'X-API-Key', code: 'MISSING_REQUIRED_HEADER' })],
      trace_id: response.headers.get('x-request-id'),
      timestamp: expect.stringMatching(ISO_TIME),
    })
  })

  it.each([
    ...['/api/v2/branding', '/api/v2/chat/message', '/api/v0/chat/conversations', '/api/branding', '/v1/branding'],
    ...['/branding', '/api', '/api/v1', '/api/v1/nothing', '/api/v1.1/branding', '/chat/message'],
  ])('returns 404 in the envelope for an unknown version or path: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers, body } = await platform.request(path, { method })
      expect([path, method, status]).toEqual([path, method, 404])
      expect(body).toEqual({
        error: true,
        message: 'There is no endpoint at this address.',
        error_code: 'NOT_FOUND_RESOURCE',
        problem: 'route_not_found',
        status_code: 404,
        details: [],
        trace_id: headers.get('x-request-id'),
        timestamp: expect.stringMatching(ISO_TIME),
      })
    }
  })

  it('returns RFC 9457 problem details for Accept: application/problem+json', async () => {
    const response = await platform.request('/api/v2/anything', { headers: { Accept: 'application/problem+json' } })
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(response.body).toMatchObject({
      status: 404,
      title: expect.stringMatching(SENTENCE),
      trace_id: response.headers.get('x-request-id'),
    })
  })

  it('returns the allowed methods of a path with 405', async () => {
    const response = await platform.request('/api/v1/branding', { method: 'DELETE' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, PUT, PATCH')
  })
})

describe('HEAD', () => {
  it('does not start a turn on the stream route', async () => {
    const response = await platform.open('/api/v1/chat/new/stream?message=hello', { method: 'HEAD' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
  })
})

describe('POST /chat/message without a worker', () => {
  it('returns 503 with Retry-After, and does not answer the question later', async () => {
    const response = await platform.request(A, { json: question, headers: { 'X-Scope-Id': 'unlucky' } })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.body).toMatchObject({ error_code: 'SYSTEM_SERVICE_UNAVAILABLE' })
    await platform.startWorker()
    const later = await platform.request(A, { json: { message: 'hello' }, headers: { 'X-Scope-Id': 'lucky' } })
    expect(later.status).toBe(200)
    const history = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': 'unlucky' } })
    expect(history.body.data.messages).toEqual([])
    const conversations = await platform.request('/api/v1/chat/conversations', { headers: { 'X-Scope-Id': 'unlucky' } })
    expect(conversations.body.data.conversations).toEqual([])
  })
})
