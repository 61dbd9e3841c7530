import { randomUUID } from 'node:crypto'
import { DEMO } from '../../demo/organization.ts'
import { billingPeriod } from '../../src/access/rules/billing-period.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { type Platform, type RequestOptions, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'
import { startReceiver } from '../support/webhook-receiver.ts'
import { codeOf, managerOf } from './management/manager.ts'

const ENV = { TABLETALK_LIMITS: 'mongo', TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' }

let platform: Platform
let another: Platform
const observations: Observation[] = []
beforeAll(async () => {
  platform = await startPlatform({ env: ENV, observe: (one) => observations.push(one) })
  // Another process of the same service.
  another = await startPlatform({ worker: false, env: platform.env, observe: (one) => observations.push(one) })
  // On the enterprise plan, only the limits that a test sets apply.
  await setLimits({})
})
afterAll(async () => {
  await another.close()
  await platform.close()
})

const setLimits = (limits: Record<string, number>) =>
  platform.app.store.organizations.change(platform.access, { plan: 'enterprise', limits })
const ask = (options: RequestOptions = {}, by: Platform = platform) =>
  by.request('/api/v1/chat/message', { json: { message: `hello ${randomUUID()}` }, ...options })
/** Connects the demo database to another organization. */
const connectDemoDatabase = async (organizationId: number): Promise<string> => {
  const id = randomUUID()
  await platform.app.store.databases.put({ ...DEMO.database, organizationId, id }, `sqlite:${testServers().demoFile}`)
  return id
}
const report = async (query = '') => (await platform.request(`/api/v1/usage${query}`)).body.data
const used = async (): Promise<number> => (await report()).period.questions.used

describe('questions per billing period', () => {
  it('are limited exactly across two processes, and rejected before any work', async () => {
    const before = await used()
    await setLimits({ questions_per_month: before + 5 })
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, index) => ask({}, index % 2 === 0 ? platform : another)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = replies.filter(({ status }) => status !== 200)
    // Requests refused because of reserved units get a short Retry-After.
    for (const reply of refused.filter(({ status }) => status === 503)) {
      expect(codeOf(reply)).toEqual([503, 'SYSTEM_SERVICE_UNAVAILABLE'])
      expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(5)
    }
    for (const reply of [...refused.filter(({ status }) => status !== 503), await ask({}, another)]) {
      expect(codeOf(reply)).toEqual([429, 'QUOTA_MONTHLY_LIMIT_EXCEEDED'])
      const untilEnd = (billingPeriod(Date.now()).endsAt - Date.now()) / 1000
      expect(Math.abs(Number(reply.headers.get('retry-after')) - untilEnd)).toBeLessThan(60)
    }
    expect((await report()).period.questions).toMatchObject({ limit: before + 5, used: before + 5, remaining: 0 })
    const { status, body } = await platform.request('/api/v1/chat/new/stream?message=hello')
    expect([status, body.error_code]).toEqual([429, 'QUOTA_MONTHLY_LIMIT_EXCEEDED'])
    // Reading is not counted as a question.
    expect((await platform.request('/api/v1/chat/conversations')).status).toBe(200)
    await setLimits({ questions_per_month: before + 6 })
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })

  it('are not counted when they are replayed, resumed or rejected', async () => {
    await setLimits({ questions_per_month: (await used()) + 1 })
    const request = { json: { message: 'hello again' }, headers: { 'Idempotency-Key': randomUUID() } }
    const first = await platform.request('/api/v1/chat/message', request)
    const before = await used()
    for (let times = 0; times < 3; times++) {
      const again = await platform.request('/api/v1/chat/message', request)
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    }
    const { conversation_id: id, message_id: answer } = first.body.data
    const resumed = await platform.request(`/api/v1/chat/${id}/stream`, {
      headers: { 'Last-Event-ID': `${String(answer).split('.')[0]}.1` },
    })
    expect(resumed.status).toBe(200)
    expect((await ask({ json: { message: 'hello', database_id: randomUUID() } })).status).toBe(404)
    expect((await ask({ json: { message: 'hello', conversation_id: randomUUID() } })).status).toBe(404)
    expect(await used()).toBe(before)
  })

  // Runs concurrently, because it waits until Temporal finds no worker.
  it.concurrent('are not counted when no worker accepts them', async () => {
    const idle = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'mongo' } })
    const { app, access } = idle
    await app.store.organizations.change(access, {}, { questions_per_month: 2 })
    const replies = await Promise.all(Array.from({ length: 3 }, () => ask({}, idle)))
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 503])
    const retryAfter = replies.map(({ headers }) => Number(headers.get('retry-after')))
    expect(retryAfter.toSorted()).toEqual([2, 5, 5])
    expect(await app.limits.leases.questions(access.organizationId, billingPeriod(Date.now()).startsOn)).toBe(0)
    await idle.close()
  }, 60_000)

  it('are counted in the period given by the billing day of the organization', async () => {
    await setLimits({ questions_per_month: 1 })
    const today = new Date().getUTCDate()
    const billingDay = today === 1 ? 28 : Math.min(today, 28)
    await platform.app.store.organizations.change(platform.access, { billingDay })
    const { startsOn, endsAt } = billingPeriod(Date.now(), billingDay)
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    expect((await report()).period).toMatchObject({
      starts_on: startsOn,
      resets_at: new Date(endsAt).toISOString(),
      questions: { limit: 1, used: 1, remaining: 0, resets_at: new Date(endsAt).toISOString() },
    })
    await platform.app.store.organizations.change(platform.access, { billingDay: 1 })
  })

  it('send one quota.near event across processes when they reach 80 % of the quota', async () => {
    const { id: organizationId } = await platform.app.store.organizations.add({ name: 'Near', plan: 'professional' })
    await platform.app.store.organizations.change({ organizationId }, {}, { questions_per_month: 10 })
    const { leases } = platform.app.limits
    const { startsOn: period } = billingPeriod(Date.now())
    const seven = Array.from({ length: 7 }, (_, n) => `turn-${n}`)
    for (const turn of seven)
      await leases.acquire(organizationId, turn, { max: 99, forMs: 60_000, questions: { period, max: 10 } })
    const { text } = await platform.app.store.apiKeys.add({ organizationId }, { kind: 'organization', userId: 1 })
    await connectDemoDatabase(organizationId)
    const receiver = await startReceiver()
    const json = { url: receiver.url, events: ['quota.near'] }
    await platform.request('/api/v1/webhooks', { json, headers: { 'X-API-Key': text } })
    const near = () =>
      observations.filter((one) => one.kind === 'quota_threshold_reached' && one.organizationId === organizationId)
    for (const by of [platform, another, platform])
      expect((await ask({ headers: { 'X-API-Key': text } }, by)).status).toBe(200)
    await waitFor('the event', async () => near().length > 0)
    expect(near()).toEqual([
      { kind: 'quota_threshold_reached', organizationId, quota: 'questions', used: 8, limit: 10, period },
    ])
    const [event] = await receiver.had(1)
    expect(event?.body).toMatchObject({ type: 'quota.near', data: { quota: 'questions', period, used: 8, limit: 10 } })
    await receiver.close()
  })
})

describe('a quota that is used up by lowering the limit', () => {
  it('sends an event when questions and indexing are rejected', async () => {
    const { organizationId, key, send } = await managerOf(platform, 'professional')
    const own = { organizationId }
    const period = billingPeriod(Date.now())
    for (const turn of ['a', 'b', 'c']) {
      await platform.app.limits.leases.hold(organizationId, turn, 60_000, period.startsOn)
      await platform.app.store.jobs.addIndexJob(own, { id: randomUUID(), databaseId: 'any' }, { max: 10, period })
    }
    const databaseId = await connectDemoDatabase(organizationId)
    const receiver = await startReceiver()
    await send('POST', '/webhooks', { url: receiver.url, events: ['quota.near'] })
    await platform.app.store.organizations.change(own, {}, { questions_per_month: 2, indexing_per_month: 2 })
    for (let times = 0; times < 3; times++) {
      expect((await ask({ headers: { 'X-API-Key': key } })).status).toBe(429)
      expect((await send('POST', `/databases/${databaseId}/index`)).status).toBe(429)
    }
    const events = await receiver.had(2)
    expect(events.map(({ body }) => body.data).toSorted((a, b) => (a.quota < b.quota ? -1 : 1))).toEqual([
      { quota: 'indexing', period: period.startsOn, used: 2, limit: 2 },
      { quota: 'questions', period: period.startsOn, used: 2, limit: 2 },
    ])
    await receiver.close()
  })
})

describe('GET /usage', () => {
  it('returns the same sums for each grouping, equal to those of the organization', async () => {
    await setLimits({})
    const manager = await managerOf(platform, 'professional')
    const { organizationId, key, keyId } = manager
    const databaseId = await connectDemoDatabase(organizationId)
    const headers = { 'X-API-Key': key }
    for (let times = 0; times < 3; times++) {
      const { status, body } = await ask({ headers })
      expect(status).toBe(200)
      await platform.ended(body.data, organizationId)
    }
    const indexed = await manager.send('POST', `/databases/${databaseId}/index`)
    expect(indexed.status).toBe(202)
    const group = { day: new Date().toISOString().slice(0, 10), database: databaseId, key: keyId, model: 'builtin' }
    const totalsOfAll = { questions: 3, failed: 0, indexing_runs: 1, calls: 0, cost_usd_micros: 0 }
    for (const [by, name] of Object.entries({ ...group, user: '7' })) {
      const { rows, totals, truncated, group_by } = (await manager.get(`/usage?group_by=${by}`)).body.data
      expect([by, group_by, truncated, totals]).toEqual([by, by, false, expect.objectContaining(totalsOfAll)])
      expect(rows.find((row: { group: string | null }) => row.group === name)).toMatchObject({ questions: 3 })
      const sum = (field: string) =>
        rows.reduce((all: number, row: Record<string, number>) => all + (row[field] ?? 0), 0)
      expect([by, sum('questions'), sum('indexing_runs')]).toEqual([by, 3, 1])
    }
    const { period } = (await manager.get('/usage')).body.data
    const { usage } = (await manager.get('/organization')).body.data
    expect(period).toMatchObject({
      questions: { limit: 50_000, used: usage.questions_per_month.used, remaining: 49_997 },
      indexing: { limit: 1_000, used: usage.indexing_per_month.used, remaining: 999 },
      tokens: { limit: null, used: usage.tokens_per_month.used, remaining: null },
    })
    expect((await manager.get('/usage?from=2020-01-01&to=2020-12-31')).body.data).toMatchObject({
      rows: [],
      totals: { questions: 0 },
      period: { questions: { used: 3 } },
    })
  })

  it.each([
    ['an invalid date', 'from=today', 'from'],
    ['a date that does not exist', 'to=2026-02-30', 'to'],
    ['an end before the start', 'from=2026-03-01&to=2026-02-01', 'to'],
    ['more than a year', 'from=2025-01-01&to=2026-01-02', 'from'],
    ['an unknown grouping', 'group_by=tenant', 'group_by'],
    ['a repeated parameter', 'from=2026-01-01&from=2026-01-02', 'from'],
  ])('rejects %s', async (_, query, field) => {
    const { status, body } = await platform.request(`/api/v1/usage?${query}`)
    expect([status, body.details[0].field]).toEqual([400, field])
  })

  it('requires the manage permission', async () => {
    const asking = await managerOf(platform, 'professional', ['chat', 'history'])
    expect(codeOf(await asking.get('/usage'))).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
    const other = await managerOf(platform)
    expect((await other.get('/usage')).body.data.totals.questions).toBe(0)
  })
})
