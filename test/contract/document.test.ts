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

/** Every object in a document, with where it is. */
function* objectsOf(value: unknown, at = '#'): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, Object.fromEntries(Object.entries(value))]
  for (const [key, part] of Object.entries(value)) yield* objectsOf(part, `${at}/${key}`)
}

describe('/openapi.json', () => {
  it('is what the routes declare, with the examples that were recorded', () => {
    const { document } = contract
    const generated = openApiDocument(all, manifest.version, examplesIn(document.paths))
    expect({ 'after npm run record:contract': document }).toEqual({
      'after npm run record:contract': JSON.parse(JSON.stringify(generated)),
    })
  })

  it('is OpenAPI 3.1 by the schema that its authors publish, and its schemas are JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false, logger: false })
    formats.default(ajv)
    // Ajv takes this anchor for the one of JSON Schema's own; the schemas are judged by that below.
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
    const places = new Set([...objectsOf(contract.document)].map(([at]) => at))
    const named = [...objectsOf(contract.document)].flatMap(([at, { $ref }]) =>
      typeof $ref === 'string' ? [[at, $ref] as const] : [],
    )
    expect(named.filter(([, target]) => !places.has(target))).toEqual([])
    const targets = new Set(named.map(([, target]) => target))
    const components = [...places].filter((at) => /^#\/components\/(schemas|headers|parameters)\/\w+$/.test(at))
    expect(components.filter((at) => !targets.has(at))).toEqual([])
  })

  it('S71: has exactly the routes of the service, each with an id of its own, a key to call it with and a summary', () => {
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

  it('names every part of a path as a parameter', () => {
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

  it('has the statuses that every route of its kind may answer', () => {
    for (const { method, path, takes, needs } of all) {
      const described = contract.document.paths[`/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method]
      const statuses = Object.keys(described?.responses ?? {})
      const ofCallers = needs === 'anyone' ? [] : ['401', '403']
      const expected = ['400', ...ofCallers, '406', '429', '500', '503']
      const withBody = 'body' in takes.shape ? ['413', '415'] : []
      expect([path, statuses]).toEqual([path, expect.arrayContaining([...expected, ...withBody])])
    }
  })

  it('tells the version of the package, and is readable from any page', async () => {
    const reply = await platform.request('/openapi.json', { headers: { 'X-API-Key': null } })
    expect(reply.body.info.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  })
})

/** What is free-form, where it stands in a request: everything else is named, however deep. */
const FREE_FORM = [
  ...['AppendRequest/properties/metadata', 'PolicyRequest', 'ConnectDatabaseRequest/properties/policy'],
  // Values of a claim, each with a role.
  'SsoConfigurationRequest/properties/roles/anyOf/0',
  // By the names of a result's columns.
  'AnswerViewRequest/properties/column_widths',
  'BillingEvent',
  // A command of MongoDB, as its own language has it.
  'EvaluationRequest/properties/questions/items/properties/gold/anyOf/0/anyOf/1',
  'EvaluationRequest/properties/questions/items/properties/gold/anyOf/1/items/anyOf/1',
]

/** Identity providers write it, and may add what they like. */
const QUERY_OF_OTHERS = '/api/v1/auth/sso/callback'

/** What the payment processor sends is verified before anything of it is read. */
const VERIFIED = '/api/v1/billing/events'

describe('what a route does not know', () => {
  const operations = () =>
    Object.entries(contract.document.paths).flatMap(([path, methods]) =>
      path.startsWith('/api/v1/') && path !== VERIFIED
        ? Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
        : [],
    )
  let manager: Manager
  /** Of a user with the rights of the manager's key, for endpoints that require a user. */
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
    const isOfPeople = /\/auth\/(me|logout|password|second-factor.*)$/.test(path)
    const bearer = isOfPeople ? token : /\/operators\//.test(path) ? credential : undefined
    const who =
      bearer === undefined ? { 'X-API-Key': manager.key } : { 'X-API-Key': null, Authorization: `Bearer ${bearer}` }
    const { status, body } = await platform.request(`${filled}${query}`, {
      ...{ method: method.toUpperCase(), ...(json === undefined ? {} : { json }) },
      headers: { ...who, 'X-Tenant-Id': null, 'X-Scope-Id': 'me' },
    })
    return {
      at: `${method} ${path}`,
      status,
      fields: body.details?.map(({ field }: { field: string }) => field),
      message: body.message,
    }
  }

  it('is refused with its name where it is a parameter of the query, on every route of the document', async () => {
    expect(operations().length).toBeGreaterThan(40)
    for (const { path, method, operation } of operations()) {
      if (path === QUERY_OF_OTHERS) continue
      const json = exampleOf(operation)
      const { at, status, fields, message } = await ask(method, path, '?no_such_parameter=1', json)
      expect({ at, status, fields }).toMatchObject({
        status: 400,
        fields: expect.arrayContaining(['no_such_parameter']),
      })
      if (fields.length === 1) expect(message).toBe('no_such_parameter: is unknown')
    }
  })

  it('is refused with its name where it is a field of the body, on every route that has one or might', async () => {
    for (const { path, method, operation } of operations()) {
      if (method === 'get') continue
      const json = { ...Object(exampleOf(operation)), no_such_field: 1 }
      const { at, status, fields, message } = await ask(method, path, '', json)
      expect({ at, status, fields }).toMatchObject({ status: 400, fields: expect.arrayContaining(['no_such_field']) })
      if (fields.length === 1) expect(message).toBe('no_such_field: is unknown')
    }
  })

  it('is nothing that a request could hold within one of its fields, but for what is free-form', () => {
    const event = contract.document.paths[VERIFIED]?.post
    const all = [...operations().map(({ operation }) => operation), ...(event === undefined ? [] : [event])]
    const open = all.flatMap((operation) => {
      const schema = operation.requestBody?.content['application/json']?.schema
      return [...objectsWithin(schema, '')].filter(
        ([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false,
      )
    })
    expect([...new Set(open.map(([at]) => at))].toSorted()).toEqual(FREE_FORM.toSorted())
  })

  /** The objects of a schema, those that it refers to by their own names. */
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

/** A body that would be taken, or nearly: what is wrong besides is found later than what is unknown. */
const exampleOf = ({ requestBody }: Operation): unknown => requestBody?.content['application/json']?.example

describe('examples of the document', () => {
  it('are what the document says that requests and answers look like', () => {
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

describe('what holds answers against the document', () => {
  const headers = new Headers({ 'content-type': 'application/json', 'x-request-id': 'trace-00001' })
  const branding = { method: 'GET', path: '/api/v1/branding', headers }
  const problem = {
    ...{ error: true, message: 'm', error_code: 'AUTH_INVALID_CREDENTIALS', status_code: 401, details: [] },
    problem: 'credentials_invalid',
    ...{ trace_id: 't', timestamp: '2026-11-22T06:00:00.000Z' },
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
    ['another status of an unknown address', { ...branding, path: '/api/v1/nowhere', status: 200 }],
    ['another status of a method that is not taken', { ...branding, method: 'DELETE', status: 204 }],
  ])('finds %s that is not documented', (_, answered) => {
    expect(contract.fault({ ...branding, status: 401, text: JSON.stringify(problem) })).toBeUndefined()
    expect(contract.fault(answered)).toEqual(expect.any(String))
  })
})
