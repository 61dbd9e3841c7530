import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { createLogger, observeWith } from '../../src/platform/observation.ts'
import { tabletalkVersion } from '../../src/platform/tabletalk-version.ts'
import { otlpTracing } from '../../src/platform/tracing/otlp-tracing.ts'
import type { Tracing } from '../../src/platform/tracing/tracing.ts'
import { type Collector, startCollector, tracesTo } from '../support/collector.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { waitFor } from '../support/wait-for.ts'

const TRACE = '5bf92f3577b34da6a3ce929d0e0e4736'
const PATH = '/api/v1/chat/message'
const UNANSWERABLE = 'Which giraffes are they?'

let collector: Collector
let model: ScriptedModel
let tracing: Tracing
let platform: Platform
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-log-'))
  collector = await startCollector()
  tracing = otlpTracing(tracesTo(collector.endpoint), 60_000)
  const answers = modelAnswers(['SELECT name FROM customers ORDER BY name LIMIT 3'], 'Three of them.')
  model = await startScriptedModel((request) =>
    JSON.stringify(request.body).includes(UNANSWERABLE) ? { status: 401, body: '{}' } : answers(request),
  )
  platform = await startPlatform({
    env: { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl },
    tracing,
    observe: observeWith(createLogger('debug', 'start', path.join(folder, 'log'))),
  })
})
afterAll(async () => {
  await platform.close()
  await Promise.all([tracing.close(), model.close(), collector.close()])
  await rm(folder, { recursive: true })
})

const texts = async (): Promise<readonly string[]> =>
  (await readFile(path.join(folder, 'log'), 'utf8')).split('\n').filter((line) => line !== '')

/** The lines of a request, once `last` is one of them. */
const linesOf = async (requestId: string, last: string): Promise<readonly ReturnType<typeof JSON.parse>[]> =>
  await waitFor(`${last} of ${requestId}`, async () => {
    const lines = (await texts()).map((text) => JSON.parse(text)).filter((line) => line.requestId === requestId)
    return lines.some(({ msg }) => msg === last) && lines
  })

const ask = async (requestId: string, message: string, headers: Readonly<Record<string, string>> = {}) =>
  await platform.request(PATH, { json: { message }, headers: { 'X-Request-ID': requestId, ...headers } })

describe('the log lines of a question', () => {
  it('all have its X-Request-ID, its turn, its organization and its trace', async () => {
    const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
    const { body } = await ask('question-of-a-log', 'Which zebras are they?', { traceparent })
    await platform.ended(body.data)
    const lines = await linesOf('question-of-a-log', 'turn_ended')
    const kinds = new Set(lines.map(({ msg }) => msg))
    for (const kind of ['request_completed', 'turn_ended', 'step_ended', 'query_executed'])
      expect(kinds).toContain(kind)
    const ids = { turnId: body.data.turn_id, organizationId: platform.access.organizationId, trace_id: TRACE }
    const late = lines.filter(({ msg }) => msg !== 'limit_checked')
    for (const line of late) expect(line).toMatchObject({ ...ids, span_id: expect.stringMatching(/^[\da-f]{16}$/) })
  })

  it('name the request also where a step failed', async () => {
    const { status, body } = await ask('question-that-fails', UNANSWERABLE)
    expect(status).toBeGreaterThanOrEqual(500)
    const lines = await linesOf('question-that-fails', 'turn_ended')
    const failed = lines.find(({ msg }) => msg === 'step_failed')
    expect(failed).toMatchObject({ step: 'draftQuery', problem: body.problem, turnId: expect.any(String) })
    const { turnId, trace_id } = failed
    for (const msg of ['request_failed', 'request_completed', 'turn_ended'])
      expect(lines.find((line) => line.msg === msg)).toMatchObject({ turnId, trace_id })
  })

  it('name the request of a stream', async () => {
    const address = '/api/v1/chat/new/stream?message=Which%20zebras%20are%20they%3F'
    const response = await platform.open(address, { headers: { 'X-Request-ID': 'question-of-a-stream' } })
    await response.text()
    const lines = await linesOf('question-of-a-stream', 'request_completed')
    const [opened, ended, completed] = ['stream_opened', 'stream_ended', 'request_completed'].map((msg) =>
      lines.find((line) => line.msg === msg),
    )
    expect(ended).toMatchObject({ turnId: opened.turnId, reason: 'finished' })
    expect(completed.turnId).toBe(opened.turnId)
  })
})

it('a repeated question logs its own request with the turn, whose lines keep the request that started it', async () => {
  const key = { 'Idempotency-Key': 'a question that is repeated' }
  const first = await ask('first-of-two-requests', 'Which zebras are they?', key)
  await platform.ended(first.body.data)
  await ask('second-of-two-requests', 'Which zebras are they?', key)
  const { turn_id: turnId } = first.body.data
  const second = await linesOf('second-of-two-requests', 'request_completed')
  expect(second.filter(({ msg }) => msg === 'turn_joined')).toMatchObject([{ turnId }])
  expect(second.find(({ msg }) => msg === 'request_completed')).toMatchObject({ turnId })
  const ended = (await texts()).map((text) => JSON.parse(text)).filter((line) => line.msg === 'turn_ended')
  expect(ended.filter((line) => line.turnId === turnId)).toMatchObject([{ requestId: 'first-of-two-requests' }])
})

it('every line names its process, version and host, and no key twice', async () => {
  const all = await texts()
  expect(all.length).toBeGreaterThan(10)
  const process = { service: 'start', version: tabletalkVersion(), host: hostname() }
  for (const text of all) {
    expect(JSON.parse(text)).toMatchObject(process)
    // As the line was written, but for what is nested in it.
    const keys = [...text.replaceAll(/:(\{.*?\}+|\[.*?\])(?=[,}])/g, ':0').matchAll(/"(\w+)":/g)].map(([, key]) => key)
    expect(new Set(keys).size).toBe(keys.length)
  }
})
