import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { DEMO } from '../../demo/organization.ts'
import manifest from '../../package.json' with { type: 'json' }
import { signedCursors } from '../../src/http/cursor.ts'
import type { Route } from '../../src/http/route.ts'
import { routes } from '../../src/http/routes/index.ts'
import { openApiDocument } from '../../tools/contract/document.ts'
import { examplesIn } from '../../tools/contract/examples.ts'
import { tokenOf } from '../accounts/logged-in.ts'
import { type Manager, managerOf } from '../http/management/manager.ts'
import type { Contract, Operation } from '../support/contract.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'
import metaSchema from './openapi-3.1.schema.json' with { type: 'json' }

const DATABASE = '11111111-1111-4111-8111-111111111111'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let platform: Platform
let contract: Contract
let all: Route[]
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  contract = await platform.contract()
  all = routes(platform.app, signedCursors(Buffer.alloc(32)), new AbortController().signal)
})
afterAll(() => platform.close())

/** Yields every object of a document with its JSON pointer. */
function* objectsOf(value: unknown, at = '#'): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, Object.fromEntries(Object.entries(value))]
  for (const [key, part] of Object.entries(value)) yield* objectsOf(part, `${at}/${key}`)
}

describe('/openapi.json', () => {
  it('matches the declared routes and the recorded examples', () => {
    const { document } = contract
    const generated = openApiDocument(all, manifest.version, examplesIn(document.paths))
    expect({ 'after npm run record:contract': document }).toEqual({
      'after npm run record:contract': JSON.parse(JSON.stringify(generated)),
    })
  })

  it('is valid against the official OpenAPI 3.1 schema, and its schemas are valid JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false, logger: false })
    formats.default(ajv)
    // Ajv confuses this anchor with the one of JSON Schema itself; the schemas are validated separately below.
    const resolvable = JSON.stringify(metaSchema).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')
    const isDocument = ajv.compile(JSON.parse(resolvable))
    const { document } = contract
    expect([isDocument(document), isDocument.errors]).toEqual([true, null])
    const schemas = [...objectsOf(document)].filter(([at]) => /\/(schema|schemas\/\w+)$/.test(at))
    expect(schemas.length).toBeGreaterThan(30)
    for (const [at, schema] of schemas) expect([at, ajv.validateSchema(schema)]).toEqual([at, true])
    const broken = { ...document, paths: { '/a': { get: { responses: { '200': {} } } } } }
    expect(isDocument(broken)).toBe(false)
  })

  it('has no dangling references and no unused components', () => {
    const pointers = new Set([...objectsOf(contract.document)].map(([at]) => at))
    const named = [...objectsOf(contract.document)].flatMap(([at, { $ref }]) =>
      typeof $ref === 'string' ? [[at, $ref] as const] : [],
    )
    expect(named.filter(([, target]) => !pointers.has(target))).toEqual([])
    const targets = new Set(named.map(([, target]) => target))
    const components = [...pointers].filter((at) => /^#\/components\/(schemas|headers|parameters)\/\w+$/.test(at))
    expect(components.filter((at) => !targets.has(at))).toEqual([])
  })

  it('S71: lists exactly the routes of the service, each with a unique id, its security and a summary', () => {
    const described = Object.entries(contract.document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    )
    const served = all.map(({ method, path }) => `${method} /api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    const beside = ['/healthz', '/readyz', '/openapi.json', '/s/{token}'].map((path) => `get ${path}`)
    expect(described.toSorted()).toEqual([...served, ...beside].toSorted())
    const operations = Object.values(contract.document.paths).flatMap((byMethod) => Object.values(byMethod))
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const operation of operations)
      expect(operation).toMatchObject({ summary: expect.stringMatching(/\w/), security: expect.any(Array) })
  })

  it('has no path that an earlier one with an id hides', () => {
    const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    const hidden = all.filter(({ method, path }, index) =>
      all.slice(0, index).some((earlier) => earlier.method === method && patternOf(earlier.path).test(path)),
    )
    expect(hidden.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('declares every path parameter', () => {
    for (const [path, operations] of Object.entries(contract.document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters = [] } of Object.values(operations)) {
        const described = parameters.flatMap((parameter) =>
          'in' in parameter && parameter.in === 'path' && 'name' in parameter ? [parameter.name] : [],
        )
        expect([path, described.toSorted()]).toEqual([path, inPath.toSorted()])
      }
    }
  })

  it('declares the statuses that all routes of a kind can return', () => {
    for (const { method, path, takes, needs } of all) {
      const described = contract.document.paths[`/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method]
      const statuses = Object.keys(described?.responses ?? {})
      const ofCallers = needs === 'anyone' ? [] : ['401', '403']
      const expected = ['400', ...ofCallers, '406', '429', '500', '503']
      const withBody = 'body' in takes.shape ? ['413', '415'] : []
      expect([path, statuses]).toEqual([path, expect.arrayContaining([...expected, ...withBody])])
    }
  })

  it('contains the package version, and can be read from any origin', async () => {
    const reply = await platform.request('/openapi.json', { headers: { 'X-API-Key': null } })
    expect(reply.body.info.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  })
})

/** JSON pointers of the free-form parts of requests; all other objects declare every field, at any depth. */
const FREE_FORM = [
  ...['AppendRequest/properties/metadata', 'PolicyRequest', 'ConnectDatabaseRequest/properties/policy'],
  // Messages of the AI SDK, and what pages add to them.
  ...['UiChatRequest', 'UiChatRequest/properties/messages/items'],
  // Roles by claim value.
  'SsoConfigurationRequest/properties/roles/anyOf/0',
  // Widths by column name.
  'AnswerViewRequest/properties/column_widths',
  'BillingEvent',
  // A MongoDB command.
  'EvaluationRequest/properties/questions/items/properties/gold/anyOf/0/anyOf/1',
  'EvaluationRequest/properties/questions/items/properties/gold/anyOf/1/items/anyOf/1',
]

/** Identity providers may add query parameters. */
const SSO_CALLBACK = '/api/v1/auth/sso/callback'

/** Transports of pages add fields. */
const UI_CHAT = '/api/v1/chat/ui'

/** The signature of the payment processor is verified before the body is parsed. */
const BILLING_EVENTS = '/api/v1/billing/events'

describe('request validation', () => {
  const operations = () =>
    Object.entries(contract.document.paths).flatMap(([path, methods]) =>
      path.startsWith('/api/v1/') && path !== BILLING_EVENTS
        ? Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
        : [],
    )
  let manager: Manager
  /** Access token of an owner, for endpoints that require a user. */
  let token: string
  let credential: string
  beforeAll(async () => {
    manager = await managerOf(platform, 'enterprise')
    token = await tokenOf(platform, manager.organizationId, 'owner')
    credential = (await platform.app.operators.issue('Ann', 3_600)).token
    const { organizationId } = manager
    await platform.app.store.databases.put(
      { ...DEMO.database, id: DATABASE, organizationId },
      `sqlite:${testServers().demoFile}`,
    )
  })
  const ask = async (method: string, path: string, query: string, json?: unknown) => {
    const filled = path.replace('{database_id}', DATABASE).replace(/\{\w+\}/, UNKNOWN)
    const requiresUser = /\/auth\/(me|logout|password|second-factor.*|oauth\/.*|grants.*)$/.test(path)
    const bearer = requiresUser ? token : /\/operators\//.test(path) ? credential : undefined
    const credentials =
      bearer === undefined ? { 'X-API-Key': manager.key } : { 'X-API-Key': null, Authorization: `Bearer ${bearer}` }
    const { status, body } = await platform.request(`${filled}${query}`, {
      method: method.toUpperCase(),
      ...(json === undefined ? {} : { json }),
      headers: { ...credentials, 'X-Tenant-Id': null, 'X-Scope-Id': 'me' },
    })
    return {
      at: `${method} ${path}`,
      status,
      fields: body.details?.map(({ field }: { field: string }) => field),
      message: body.message,
    }
  }

  it('rejects an unknown query parameter by name, on every documented route', async () => {
    expect(operations().length).toBeGreaterThan(40)
    for (const { path, method, operation } of operations()) {
      if (path === SSO_CALLBACK) continue
      const json = exampleOf(operation)
      const { at, status, fields, message } = await ask(method, path, '?no_such_parameter=1', json)
      expect({ at, status, fields }).toMatchObject({
        status: 400,
        fields: expect.arrayContaining(['no_such_parameter']),
      })
      if (fields.length === 1) expect(message).toBe('no_such_parameter: is unknown')
    }
  })

  it('rejects an unknown body field by name, on every route that can have a body', async () => {
    for (const { path, method, operation } of operations()) {
      if (method === 'get' || path === UI_CHAT) continue
      const json = { ...Object(exampleOf(operation)), no_such_field: 1 }
      const { at, status, fields, message } = await ask(method, path, '', json)
      expect({ at, status, fields }).toMatchObject({ status: 400, fields: expect.arrayContaining(['no_such_field']) })
      if (fields.length === 1) expect(message).toBe('no_such_field: is unknown')
    }
  })

  it('accepts unknown nested fields only in the listed free-form fields', () => {
    const event = contract.document.paths[BILLING_EVENTS]?.post
    const all = [...operations().map(({ operation }) => operation), ...(event === undefined ? [] : [event])]
    const open = all.flatMap((operation) => {
      const schema = operation.requestBody?.content['application/json']?.schema
      return [...objectsWithin(schema, '')].filter(
        ([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false,
      )
    })
    expect([...new Set(open.map(([at]) => at))].toSorted()).toEqual(FREE_FORM.toSorted())
  })

  /** Yields the objects of a schema; referenced schemas are listed under their own name. */
  function* objectsWithin(
    schema: unknown,
    at: string,
  ): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
    if (typeof schema !== 'object' || schema === null) return
    const own: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(schema))
    const name = typeof own.$ref === 'string' ? own.$ref.split('/').at(-1) : undefined
    if (name !== undefined) {
      yield* objectsWithin(Object(contract.document.components).schemas[name], name)
      return
    }
    if (!Array.isArray(schema)) yield [at, own]
    for (const [key, part] of Object.entries(own)) yield* objectsWithin(part, at === '' ? key : `${at}/${key}`)
  }
})

/** The documented example of the request body. It may be invalid otherwise: unknown fields are reported first. */
const exampleOf = ({ requestBody }: Operation): unknown => requestBody?.content['application/json']?.example

describe('OpenAPI examples', () => {
  it('match the response schemas of the document', () => {
    for (const [path, operations] of Object.entries(contract.document.paths))
      for (const [method, { responses }] of Object.entries(operations))
        for (const [status, { content = {} }] of Object.entries(responses))
          for (const [type, { example }] of Object.entries(content)) {
            if (example === undefined) continue
            const headers = new Headers({ 'content-type': type, 'x-request-id': 'example0' })
            const answered = { method, path, status: Number(status), headers, text: JSON.stringify(example) }
            expect([method, path, contract.fault(answered)]).toEqual([method, path, undefined])
          }
  })
})

describe('contract.fault', () => {
  const headers = new Headers({ 'content-type': 'application/json', 'x-request-id': 'trace-00001' })
  const branding = { method: 'GET', path: '/api/v1/branding', headers }
  const problem = {
    error: true,
    message: 'm',
    error_code: 'AUTH_INVALID_CREDENTIALS',
    status_code: 401,
    details: [],
    problem: 'credentials_invalid',
    trace_id: 't',
    timestamp: '2026-11-22T06:00:00.000Z',
  }
  it.each([
    ['a status', { ...branding, status: 418 }],
    [
      'a type',
      { ...branding, status: 401, headers: new Headers({ 'x-request-id': 'a', 'content-type': 'text/html' }) },
    ],
    ['a code', { ...branding, status: 401, text: JSON.stringify({ ...problem, error_code: 'SSO_INVALID_TOKEN' }) }],
    ['a field', { ...branding, status: 401, text: JSON.stringify({ ...problem, stack: 'at' }) }],
    ['a response without its fields', { ...branding, status: 200, text: '{"success":true}' }],
    ['a status of an unknown path', { ...branding, path: '/api/v1/nowhere', status: 200 }],
    ['a status of an unsupported method', { ...branding, method: 'DELETE', status: 204 }],
  ])('detects undocumented %s', (_, answered) => {
    expect(contract.fault({ ...branding, status: 401, text: JSON.stringify(problem) })).toBeUndefined()
    expect(contract.fault(answered)).toEqual(expect.any(String))
  })
})
