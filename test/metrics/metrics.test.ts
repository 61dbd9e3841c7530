import { ENGINE_NAMES } from '../../src/engines/index.ts'
import { createMetrics, type Metrics } from '../../src/platform/metrics/metrics.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { type RunningMetrics, serveMetrics } from '../../src/platform/process/serve-metrics.ts'
import { workerReadiness } from '../../src/platform/process/worker-readiness.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let metrics: Metrics
let platform: Platform
let serving: RunningMetrics
const observed: Observation[] = []
beforeAll(async () => {
  metrics = createMetrics({ engines: ENGINE_NAMES, version: '0.1.0' })
  const observe = (observation: Observation): void => {
    observed.push(observation)
    metrics.observe(observation)
  }
  platform = await startPlatform({ observe, env: { TABLETALK_LIMITS: 'memory' } })
  serving = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await serving.close()
  await platform.close()
})

/** The value of a sample by name and labels; undefined if it is missing. */
const sample = async (name: string): Promise<number | undefined> => {
  const text = await (await fetch(`http://127.0.0.1:${serving.port}/metrics`)).text()
  const line = text.split('\n').find((found) => found.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

const readyz = async (): Promise<{ status: number; retryAfter: string | null; body: unknown }> => {
  const response = await fetch(`http://127.0.0.1:${serving.port}/readyz`)
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}

describe('the metrics server', () => {
  it('reports liveness on /healthz, and on /readyz whether the worker polls for turns', async () => {
    const alive = await fetch(`http://127.0.0.1:${serving.port}/healthz`)
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
    expect(await readyz()).toEqual({
      status: 503,
      retryAfter: '2',
      body: { status: 'not ready', checks: { started: false } },
    })
    let polling = true
    serving.readyWhen(workerReadiness(platform.app, { isPolling: () => polling }))
    const checks = { store: true, temporal: true, polling: true, indexes: true }
    expect(await readyz()).toEqual({ status: 200, retryAfter: null, body: { status: 'ready', checks } })
    polling = false
    expect(await readyz()).toMatchObject({ status: 503, body: { checks: { ...checks, polling: false } } })
  })

  it('returns 404 for other paths and methods', async () => {
    for (const name of ['', 'toString', 'metrics/', 'healthz/x'])
      expect((await fetch(`http://127.0.0.1:${serving.port}/${name}`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${serving.port}/readyz`, { method: 'POST' })).status).toBe(404)
  })
})

describe('metrics', () => {
  it('count requests by route, turns by outcome, steps, queries, streams and limit checks', async () => {
    const { body } = await platform.request('/api/v1/chat/message', {
      json: { message: 'How many customers are there?' },
    })
    await platform.request('/api/v1/chat/new/stream?message=hello')
    await platform.request(`/api/v1/chat/${body.data.conversation_id}/history`)
    await platform.request('/api/v1/nowhere/at-all')
    const route = '/api/v1/chat/:conversation_id/history'
    expect(await sample(`tabletalk_http_requests_total{method="GET",route="${route}",status="200"}`)).toBe(1)
    expect(await sample('tabletalk_http_requests_total{method="GET",route="none",status="404"}')).toBe(1)
    expect(await sample('tabletalk_turns_total{outcome="composed"}')).toBe(1)
    expect(await sample('tabletalk_turns_total{outcome="replied"}')).toBe(1)
    expect(await sample('tabletalk_step_attempts_total{step="runQuery",outcome="done"}')).toBe(1)
    expect(await sample('tabletalk_drafted_queries_total{engine="sqlite",outcome="executed"}')).toBe(1)
    expect(await sample('tabletalk_open_streams')).toBe(0)
    expect(await sample('tabletalk_streams_ended_total{reason="finished"}')).toBe(1)
    expect(await sample('tabletalk_limit_checks_total{outcome="allowed"}')).toBeGreaterThanOrEqual(3)
    expect(await sample('process_cpu_seconds_total')).toBeGreaterThan(0)
  })

  it('contain no questions, tenants, ids or keys', async () => {
    await platform.request('/api/v1/chat/new/stream?message=salaries+of+everybody', { headers: { 'X-Tenant-Id': '2' } })
    await platform.request('/api/v1/salaries/everybody')
    const text = await metrics.text()
    expect(text).not.toMatch(/salaries|everybody|tester|sk_|[0-9a-f]{8}-[0-9a-f]{4}/)
    expect(JSON.stringify(observed)).not.toMatch(/salaries of everybody|salaries\+of/)
  })

  it('are served only at /metrics of the metrics server', async () => {
    expect((await fetch(`http://127.0.0.1:${serving.port}/`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${serving.port}/metrics`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${platform.baseUrl}/metrics`)).status).toBe(404)
  })
})

it('the token metrics count tokens per model, also for turns that ended in a problem', async () => {
  const { observe, text } = createMetrics({ engines: ENGINE_NAMES, version: '0.1.0' })
  const spent = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 20, calls: 1 }
  const models = ['openai:drafts', 'openai:words'].map((model) => ({ model, ...spent }))
  const usage = { ...spent, estimated: false, models }
  observe({ kind: 'turn_ended', turnId: 't', organizationId: 1, outcome: 'query_refused', executionTimeMs: 5, usage })
  const lines = (await text()).split('\n')
  for (const model of ['drafts', 'words']) {
    expect(lines).toContain(`tabletalk_model_tokens_total{planner="model:openai:${model}",direction="input"} 100`)
    expect(lines).toContain(`tabletalk_model_calls_total{planner="model:openai:${model}"} 1`)
  }
})
