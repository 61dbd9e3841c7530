import fc from 'fast-check'
import { oddValues, valuesOf } from '../../contract/schema-arbitrary.ts'
import type { Document, Operation, Parameter } from '../../support/contract.ts'
import { type Platform, type RequestOptions, startPlatform } from '../../support/platform.ts'

/** `TEST_SEED` selects other requests, and `TEST_CASES` their number per endpoint; the same seed repeats a failure. */
const SEED = Number(process.env.TEST_SEED ?? 20_261_122)
const CASES = Number(process.env.TEST_CASES ?? 30)

/** Concurrent requests per endpoint. */
const CONCURRENCY = 6

interface Endpoint {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

let platform: Platform
let document: Document
let conversation: string
beforeAll(async () => {
  platform = await startPlatform()
  document = (await platform.contract()).document
  const { body } = await platform.request('/api/v1/chat/message', { json: { message: 'hello' } })
  conversation = body.data.conversation_id
})
afterAll(() => platform.close())

/** Resolves a `$ref` of the document. */
const resolveRef = (ref: string) => {
  const steps = ref.slice(2).split('/')
  return steps.reduce((at, part) => at[part], JSON.parse(JSON.stringify(document)))
}

const parametersOf = ({ operation }: Endpoint): readonly Parameter[] =>
  (operation.parameters ?? []).map((given) => ('$ref' in given ? resolveRef(String(given.$ref)) : given))

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Replaces characters that HTTP clients do not send in headers. */
const headerText = (value: unknown): string =>
  text(value)
    .replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .slice(0, 4_000)

const mostlyValid = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: valid }, { weight: 1, arbitrary: oddValues })

const pathOf = (endpoint: Endpoint, parameters: readonly Parameter[]): fc.Arbitrary<string> => {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const values = inPath.map(({ schema }) =>
    fc.oneof(fc.constant(conversation), mostlyValid(valuesOf(schema, resolveRef))),
  )
  return fc.tuple(...values).map((chosen) =>
    chosen.reduce(
      (path: string, value, index) =>
        // Empty segments and dots would change the path.
        path.replace(
          `{${inPath[index]?.name}}`,
          encodeURIComponent(text(value).toWellFormed().slice(0, 3_000)).replace(/^\.{0,2}$/, '0'),
        ),
      endpoint.path,
    ),
  )
}

const queryOf = (parameters: readonly Parameter[]): fc.Arbitrary<string> => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const part = fc
    .constantFrom('limit', 'constructor', '__proto__', 'a[b]', ...inQuery.map(({ name }) => name))
    .chain((name) => {
      const schema = inQuery.find((parameter) => parameter.name === name)?.schema ?? {}
      return mostlyValid(valuesOf(schema, resolveRef)).map((value): [string, string] => [
        name,
        text(value).slice(0, 3_000).toWellFormed(),
      ])
    })
  return fc.array(part, { maxLength: 3 }).map((parts) => (parts.length === 0 ? '' : `?${new URLSearchParams(parts)}`))
}

const headersOf = (parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string | null>> => {
  const own = parameters.filter((parameter) => parameter.in === 'header' && parameter.name !== 'X-Tenant-Id')
  const some = fc.record(
    Object.fromEntries(
      own.map(({ name, schema }) => [name, mostlyValid(valuesOf(schema, resolveRef)).map(headerText)]),
    ),
    { requiredKeys: [] },
  )
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.constant(platform.access.orgKey) },
    { weight: 2, arbitrary: fc.constant(platform.access.databaseKey) },
    { weight: 1, arbitrary: fc.oneof(fc.constant(null), oddValues.map(headerText)) },
  )
  const rare = <Value>(usual: Value, ...others: readonly Value[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
  return fc
    .tuple(
      some,
      key,
      rare<string | null>('1', null, '0', '2', '1,2', '9'.repeat(300)),
      rare('*/*', 'application/json', 'application/problem+json', 'text/event-stream', 'text/html', ';', 'a/b;q=x'),
      rare(
        'application/json',
        'text/plain',
        'application/json; charset=utf-16',
        'application/json; charset=latin1',
        ';;',
      ),
      rare<string | null>(null, 'gzip', 'br', 'nothing'),
    )
    .map(([others, apiKey, tenant, accept, type, encoding]) => ({
      ...others,
      'X-API-Key': apiKey,
      'X-Tenant-Id': tenant,
      Accept: accept,
      'Content-Type': type,
      'Content-Encoding': encoding,
    }))
}

/** Replaces, removes, repeats or adds a field of a body. */
const mutated = (body: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(body, fc.nat(), oddValues, fc.constantFrom('replace', 'remove', 'repeat', 'add'))
    .map(([value, at, odd, how]) => {
      const fields = Object.entries(Object(value))
      const name = fields[at % Math.max(1, fields.length)]?.[0] ?? 'message'
      if (how === 'repeat')
        return `{${JSON.stringify(name)}:${JSON.stringify(odd) ?? 'null'},${JSON.stringify(Object(value)).slice(1)}`
      const kept = fields.filter(([field]) => how === 'add' || field !== name)
      const more = how === 'remove' ? [] : [[how === 'add' ? '__proto__' : name, odd] as const]
      return `{${[...kept, ...more].map(([field, part]) => `${JSON.stringify(field)}:${JSON.stringify(part) ?? 'null'}`).join(',')}}`
    })

const ODD_BODIES = fc.constantFrom(
  ...[
    '',
    'null',
    '"text"',
    '17',
    '{',
    '[]',
    '{"a":1}}',
    '{"message":"a","message":{}}',
    '\ufeff{}',
    '{"a":"\ud800"}',
    '\0',
  ],
  ...[
    `${'['.repeat(100_000)}`,
    `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
    `{"message":"${'x'.repeat(300_000)}"}`,
  ],
)

const bodyOf = ({ operation, method }: Endpoint): fc.Arbitrary<string | undefined> => {
  if (method === 'get') return fc.constant(undefined)
  const schema = operation.requestBody?.content['application/json']?.schema
  if (schema === undefined) return fc.oneof(fc.constant(undefined), ODD_BODIES)
  const valid = valuesOf(schema, resolveRef)
  return fc.oneof(
    { weight: 3, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: mutated(valid) },
    { weight: 1, arbitrary: oddValues.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: ODD_BODIES },
  )
}

interface Sent {
  readonly path: string
  readonly options: RequestOptions
}

const requestsOf = (endpoint: Endpoint): fc.Arbitrary<Sent> => {
  const parameters = parametersOf(endpoint)
  return fc
    .tuple(pathOf(endpoint, parameters), queryOf(parameters), headersOf(parameters), bodyOf(endpoint))
    .map(([path, query, headers, body]) => ({
      path: `${path}${query}`,
      options: { method: endpoint.method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) },
    }))
}

it(`API answers any request as documented and without an internal error (TEST_SEED=${SEED})`, async () => {
  const answered = new Map<number, number>()
  let sent = 0
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const endpoint = { method, path, operation }
      const requests = fc.sample(requestsOf(endpoint), { seed: SEED, numRuns: CASES })
      const next = requests.values()
      const sendAll = async () => {
        for (const { path, options } of next) {
          // The platform throws if the document does not describe the response.
          const { status, text } = await platform.request(path, options)
          answered.set(status, (answered.get(status) ?? 0) + 1)
          sent += 1
          const { headers, body } = options
          const exchange = {
            method,
            path: path.slice(0, 300),
            headers,
            body: body?.slice(0, 300),
            status,
            text: text.slice(0, 300),
          }
          if (status >= 500) throw new Error(`internal error for ${JSON.stringify(exchange)}`)
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, sendAll))
    }
  console.info(
    `${sent} requests: ${[...answered]
      .toSorted()
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')}`,
  )
  // Few different statuses would mean that the requests are too uniform.
  expect(answered.size).toBeGreaterThan(5)
  expect(Object(Object.prototype).polluted).toBeUndefined()
  expect((await platform.request('/healthz')).status).toBe(200)
}, 300_000)
