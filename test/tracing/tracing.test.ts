import getPort from 'get-port'
import { otlpTracing } from '../../src/platform/tracing/otlp-tracing.ts'
import type { Tracing } from '../../src/platform/tracing/tracing.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const PATH = '/api/v1/chat/message'

let collector: Collector
let model: ScriptedModel
let tracing: Tracing
let platform: Platform
beforeAll(async () => {
  collector = await startCollector()
  tracing = otlpTracing(collector.endpoint, 'tabletalk', 60_000)
  model = await startScriptedModel(modelAnswers(['SELECT name FROM customers ORDER BY name LIMIT 3'], 'Three of them.'))
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env, tracing })
})
afterAll(async () => {
  await platform.close()
  await Promise.all([model.close(), collector.close()])
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

  it('exports no questions, rows, tenants or keys', () => {
    expect(names.length).toBe(3)
    const exported = collector.texts.join()
    const { orgKey } = platform.access
    for (const secret of [...names, 'zebras', 'Three of them', 'SELECT', 'a-scope-of-its-own', orgKey])
      expect(exported).not.toContain(secret)
  })
})

it('a request is answered while the trace collector is unreachable', async () => {
  const unreachable = otlpTracing(`http://127.0.0.1:${await getPort({ host: '127.0.0.1' })}`, 'tabletalk', 10)
  const own = await startPlatform({ tracing: unreachable })
  expect((await own.request(PATH, { json: { message: 'hello' } })).status).toBe(200)
  await own.close()
  await unreachable.close()
})

it('a span starts a new trace if its traceparent is missing or invalid', async () => {
  const another = await startCollector()
  const own = otlpTracing(another.endpoint, 'tabletalk', 60_000)
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
