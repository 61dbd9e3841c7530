import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Programs, terminate } from '../process/programs.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'

const REQUEST_ID = 'support-case-4711'

let platform: Platform
let collector: Collector
let home: string
const programs = new Programs()
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-following-'))
  platform = await startPlatform({ worker: false })
  collector = await startCollector()
})
afterAll(async () => {
  programs.killAll()
  await Promise.all([platform.close(), collector.close()])
  await rm(home, { recursive: true, force: true })
})

type Line = ReturnType<typeof JSON.parse>

/** The lines that a process writes from now on. */
const linesOf = ({ stdout }: ChildProcess): readonly Line[] => {
  const lines: Line[] = []
  if (stdout !== null) createInterface(stdout).on('line', (text) => lines.push(JSON.parse(text)))
  return lines
}

/** The line of the request with this event, as soon as it is written. */
const lineOf = async (lines: readonly Line[], event: string): Promise<Line> =>
  await waitFor(event, async () => lines.find(({ requestId, msg }) => requestId === REQUEST_ID && msg === event))

/** The names of the spans above a span, from the first one on. */
const pathOf = (spans: readonly CollectedSpan[], span: CollectedSpan): string => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent === undefined ? span.name : `${pathOf(spans, parent)} > ${span.name}`
}

it('X-Request-ID leads through the lines of API and worker to the trace of both', async () => {
  const env = {
    ...platform.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    TABLETALK_HOME: home,
    LOG_LEVEL: 'debug',
    PORT: '0',
  }
  const [worker, api] = await Promise.all([
    programs.start('workers/main.ts', 'worker_started', env),
    programs.start('src/main.ts', 'api_started', env),
  ])
  const [ofApi, ofWorker] = [linesOf(api.child), linesOf(worker.child)]
  const response = await fetch(`${api.said.address}/api/v1/chat/message`, {
    method: 'POST',
    headers: { ...platform.headers, 'Content-Type': 'application/json', 'X-Request-ID': REQUEST_ID },
    body: JSON.stringify({ message: 'How many customers are there?' }),
  })
  expect([response.status, response.headers.get('X-Request-ID')]).toEqual([200, REQUEST_ID])
  const { data }: Line = await response.json()

  const completed = await lineOf(ofApi, 'request_completed')
  const ended = await lineOf(ofWorker, 'turn_ended')
  const ids = { requestId: REQUEST_ID, turnId: data.turn_id, organizationId: platform.access.organizationId }
  expect(completed).toMatchObject({ service: 'api', status: 200, ...ids })
  expect(ended).toMatchObject({ service: 'worker', outcome: 'composed', ...ids, trace_id: completed.trace_id })

  // Spans that are still queued are sent at the end.
  expect(await Promise.all([terminate(api.child), terminate(worker.child)])).toEqual([0, 0])
  const spans = collector.spans.filter(({ traceId }) => traceId === completed.trace_id)
  const paths = spans.map((span) => pathOf(spans, span))
  const request = 'POST /api/v1/chat/message'
  for (const below of [
    'temporal.api.workflowservice.v1.WorkflowService/ExecuteMultiOperation',
    'turn',
    'openTurn > insert messages',
    'runQuery > query sqlite',
    'closeTurn > insert messages',
  ])
    expect(paths).toContain(`${request} > ${below}`)
  // Of its spans a line names the one that it was written in.
  expect(spans.find(({ spanId }) => spanId === completed.span_id)?.name).toBe(request)
  expect(spans.find(({ spanId }) => spanId === ended.span_id)?.name).toBe('closeTurn')
}, 300_000)
