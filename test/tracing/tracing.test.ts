import { hostname } from 'node:os'
import getPort from 'get-port'
import { readConfig } from '../../src/config.ts'
import { tabletalkVersion } from '../../src/platform/tabletalk-version.ts'
import { otlpTracing } from '../../src/platform/tracing/otlp-tracing.ts'
import type { Tracing } from '../../src/platform/tracing/tracing.ts'
import { type CollectedSpan, type Collector, startCollector, tracesTo } from '../support/collector.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const PATH = '/api/v1/chat/message'

let collector: Collector
let model: ScriptedModel
let tracing: Tracing
let redis: RedisServer | undefined
let platform: Platform
beforeAll(async () => {
  collector = await startCollector()
  tracing = otlpTracing(tracesTo(collector.endpoint), 60_000)
  model = await startScriptedModel(modelAnswers(['SELECT name FROM customers ORDER BY name LIMIT 3'], 'Three of them.'))
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  redis = hasRedis ? await startRedis() : undefined
  const streams = redis === undefined ? {} : { TABLETALK_STREAM: 'redis', REDIS_URL: redis.url }
  platform = await startPlatform({ env: { ...env, ...streams }, tracing })
})
afterAll(async () => {
  await platform.close()
  await Promise.all([model.close(), collector.close(), redis?.stop()])
})

describe('a traced request', () => {
  let spans: readonly CollectedSpan[]
  let names: readonly string[]
  beforeAll(async () => {
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01`, 'X-Tenant-Id': '2', 'X-Scope-Id': 'a-scope-of-its-own' }
    const { status, body } = await platform.request(PATH, { json: { message: 'Which zebras are they?' }, headers })
    expect([status, body.data.results.length]).toEqual([200, 3])
    names = body.data.results.map(({ name }: { name: string }) => name)
    // The answer is given before the last step has ended.
    await platform.ended(body.data)
    // Spans that are still queued are sent on close.
    await tracing.close()
    spans = collector.spans.filter(({ traceId }) => traceId === TRACE)
  })

  const named = (name: string): CollectedSpan | undefined => spans.find((span) => span.name === name)

  it('is one trace from the span of the client through the turn to the query', () => {
    const request = named(`POST ${PATH}`)
    expect(request).toMatchObject({
      parentSpanId: SPAN,
      fields: { 'http.route': PATH, 'http.response.status_code': 200 },
    })
    for (const step of ['openTurn', 'draftQuery', 'runQuery', 'composeAnswer', 'closeTurn', 'turn'])
      expect(named(step)).toMatchObject({ parentSpanId: request?.spanId, failure: undefined })
    expect(named('query sqlite')).toMatchObject({
      parentSpanId: named('runQuery')?.spanId,
      fields: { 'db.system.name': 'sqlite', 'db.response.returned_rows': 3 },
    })
    const ids = new Set(spans.flatMap(({ fields }) => fields['tabletalk.turn_id'] ?? []))
    expect(ids.size).toBe(1)
  })

  const callsOf = (parent: string | undefined): readonly CollectedSpan[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent)

  it('has the commands of the store below the step that made them, by the names of OpenTelemetry', () => {
    const written = callsOf(named('closeTurn')?.spanId).filter(({ fields }) => fields['db.system.name'] === 'mongodb')
    const operations = written.map(({ name }) => name)
    expect(operations).toContain('insert messages')
    expect(written[operations.indexOf('insert messages')]?.fields).toEqual({
      'db.system.name': 'mongodb',
      'db.namespace': expect.stringMatching(/^t[\da-f]{32}$/),
      'db.operation.name': 'insert',
      'db.collection.name': 'messages',
      'server.address': '127.0.0.1',
      'server.port': expect.any(Number),
    })
  })

  it('has model calls with their tokens, and the call that started the turn', () => {
    expect(callsOf(named('draftQuery')?.spanId).find(({ name }) => name === 'chat scripted')?.fields).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'scripted',
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
    })
    const calls = callsOf(named(`POST ${PATH}`)?.spanId).filter(({ fields }) => fields['rpc.system.name'] === 'grpc')
    expect(calls.map(({ fields }) => fields['rpc.method'])).toEqual([
      'temporal.api.workflowservice.v1.WorkflowService/StartWorkflowExecution',
    ])
  })

  const itWithRedis = hasRedis ? it : it.skip
  itWithRedis('has the commands of Redis without their arguments', () => {
    const commands = spans.filter(({ fields }) => fields['db.system.name'] === 'redis')
    expect(commands.length).toBeGreaterThan(0)
    for (const { name, fields } of commands)
      expect(fields).toEqual({
        'db.system.name': 'redis',
        'db.operation.name': name,
        'server.address': '127.0.0.1',
        'server.port': redis?.port,
      })
  })

  it('exports no questions, rows, tenants or keys', () => {
    expect(names.length).toBe(3)
    const exported = collector.texts.join()
    const { orgKey } = platform.access
    for (const secret of [...names, 'zebras', 'Three of them', 'SELECT', 'a-scope-of-its-own', orgKey])
      expect(exported).not.toContain(secret)
  })
})

it('a request is answered while the trace collector is unreachable', async () => {
  const unreachable = otlpTracing(tracesTo(`http://127.0.0.1:${await getPort({ host: '127.0.0.1' })}`), 10)
  const own = await startPlatform({ tracing: unreachable })
  expect((await own.request(PATH, { json: { message: 'hello' } })).status).toBe(200)
  await own.close()
  await unreachable.close()
})

it('a span starts a new trace if its traceparent is missing or invalid', async () => {
  const another = await startCollector()
  const own = otlpTracing(tracesTo(another.endpoint), 60_000)
  for (const parent of [
    undefined,
    '',
    'x',
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01-${'x'.repeat(9_000)}`,
  ])
    own.startSpan({ name: 'any', parent }).end()
  await own.close()
  expect(another.spans.map(({ parentSpanId }) => parentSpanId)).toEqual(Array(5).fill(''))
  expect(another.spans.filter(({ traceId }) => traceId === TRACE)).toEqual([])
  await another.close()
}, 60_000)

describe('the settings of OpenTelemetry', () => {
  const ENDPOINT = 'http://127.0.0.1:4318'
  const tracesOf = (env: Readonly<Record<string, string>>) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, TABLETALK_SECRET: 'x'.repeat(32), ...env }).traces
  let receiver: Collector
  beforeAll(async () => {
    process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=staging'
    process.env.OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20of-a-collector'
    receiver = await startCollector()
  })
  afterAll(async () => {
    delete process.env.OTEL_RESOURCE_ATTRIBUTES
    delete process.env.OTEL_EXPORTER_OTLP_HEADERS
    await receiver.close()
  })

  /** What arrives of a trace that begins here, and of one whose client says whether it is sampled. */
  const sentWith = async (sampler: string, ratio = '1'): Promise<readonly string[]> => {
    const read = tracesOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio })
    const settings = { ...tracesTo(receiver.endpoint), ...read, endpoint: receiver.endpoint }
    const own = otlpTracing(settings, 60_000)
    const before = receiver.spans.length
    own.startSpan({ name: 'own' }).end()
    own.startSpan({ name: 'sampled', parent: `00-${TRACE}-${SPAN}-01` }).end()
    own.startSpan({ name: 'unsampled', parent: `00-${TRACE}-${SPAN}-00` }).end()
    await own.close()
    return receiver.spans.slice(before).map(({ name }) => name)
  }

  it('decide which traces are exported', async () => {
    expect(await sentWith('parentbased_always_on')).toEqual(['own', 'sampled'])
    expect(await sentWith('parentbased_always_off')).toEqual(['sampled'])
    expect(await sentWith('parentbased_traceidratio', '0')).toEqual(['sampled'])
    expect(await sentWith('traceidratio', '0')).toEqual([])
    expect(await sentWith('always_on')).toEqual(['own', 'sampled', 'unsampled'])
    expect(await sentWith('always_off')).toEqual([])
    expect(tracesOf({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    expect(() => tracesOf({ OTEL_TRACES_SAMPLER: 'sometimes' })).toThrow(/OTEL_TRACES_SAMPLER/)
  })

  it('name the process with its version and a new id, and send the headers of the collector', async () => {
    await sentWith('always_on')
    const [last, before] = receiver.resources.toReversed()
    expect(last).toEqual({
      'service.name': 'tabletalk',
      'service.version': tabletalkVersion(),
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
      'host.name': hostname(),
      'deployment.environment.name': 'staging',
    })
    expect(before?.['service.instance.id']).not.toBe(last?.['service.instance.id'])
    expect(receiver.headers.at(-1)?.authorization).toBe('Bearer of-a-collector')
  })
})
