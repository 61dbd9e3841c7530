import { jest } from '@jest/globals'
import { monthOf } from '../../../src/ask/rules/month.ts'
import { SECRET } from '../../support/platform.ts'
import { type OperatorBench, operatorBench } from './command.ts'
import { crmFile } from './crm-file.ts'
import { keyCommands, statusOfKey } from './key-commands.ts'
import { lockedOutCommands } from './locked-out-commands.ts'
import { operatorCommands } from './operator-commands.ts'
import { removeCommands } from './remove-commands.ts'
import { ssoCommands } from './sso-commands.ts'
import { subscriptionCommands } from './subscription-commands.ts'
import { userCommands } from './user-commands.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

let bench: OperatorBench
/** A second service with its own commands, for concurrent tests. */
let secondBench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench()
  secondBench = await operatorBench()
})
afterAll(async () => {
  await bench.close()
  await secondBench.close()
})

const run = (...words: string[]) => bench.run(words)

const statusOf = (key: string) => statusOfKey(bench, key)

describe('tabletalk org', () => {
  it('creates organizations with unique ids, even concurrently, and changes and lists them', async () => {
    const created = await Promise.all(
      ['A', 'B', 'C'].map((name) => run('org', 'create', '--name', name, '--plan', 'starter', '--json')),
    )
    const ids = created.map(({ json }) => json.organization_id)
    expect(new Set(ids).size).toBe(3)
    const [id] = ids
    expect((await run('org', 'set', '--org', String(id), '--plan', 'business', '--json')).code).toBe(0)
    const { json } = await run('org', 'list', '--json')
    expect(json.organizations).toContainEqual(
      expect.objectContaining({ organization_id: id, name: 'A', plan: 'business', status: 'active' }),
    )
    const { out } = await run('org', 'list')
    expect(out).toMatch(/│ A +│ business +│ active +│ active +│/)
    expect(out).toMatch(/│ minute +│ hour +│ month +│ at once +│ databases +│ questions +│ indexing +│ tokens +│/)
    expect(out).toMatch(/│ 0\/1K +│ 0\/50K +│ – +│ 0\/100 +│ 0\/100 +│ 0\/200K +│ 0\/3K +│/)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  it('merges new limits into those that are set, and resets a limit to that of the plan', async () => {
    const { json: org } = await run('org', 'create', '--name', 'Limited', '--plan', 'starter', '--json')
    const id = String(org.organization_id)
    const set = async (...limits: string[]) =>
      (await run('org', 'set', '--org', id, ...limits.flatMap((limit) => ['--limit', limit]), '--json')).json.limits
    expect(await set('per_minute=60')).toEqual({ per_minute: 60 })
    expect(
      await set(
        'per_hour=600, concurrent=5',
        'indexing_per_month=7,databases=3,per_month=9000,tokens_per_month=5000000000',
      ),
    ).toEqual({
      per_minute: 60,
      per_hour: 600,
      concurrent: 5,
      indexing_per_month: 7,
      databases: 3,
      per_month: 9_000,
      tokens_per_month: 5_000_000_000,
    })
    expect(await set('per_minute=plan,per_month=plan,tokens_per_month=plan,concurrent=6')).toEqual({
      per_hour: 600,
      concurrent: 6,
      indexing_per_month: 7,
      databases: 3,
    })
    await run('org', 'set', '--org', id, '--plan', 'business')
    const { json } = await run('org', 'show', '--org', id, '--json')
    expect(json.limits).toMatchObject({
      requests_per_minute: 1_000,
      requests_per_hour: 600,
      requests_per_month: null,
      concurrent_requests: 6,
      databases: 3,
      indexing_per_month: 7,
    })
    const by = Object.entries<{ by: string }>(json.usage).map(([name, usage]) => [name, usage.by])
    expect(Object.fromEntries(by)).toEqual({
      requests_per_minute: 'plan',
      requests_per_hour: 'organization',
      requests_per_month: 'plan',
      concurrent_requests: 'organization',
      databases: 'organization',
      indexing_per_month: 'organization',
      questions_per_month: 'plan',
      tokens_per_month: 'plan',
      conversation_questions_per_minute: 'service',
      conversation_questions_per_hour: 'service',
    })
    const { out } = await run('org', 'show', '--org', id)
    expect(out).toContain('plan business, status active, subscription active')
    expect(out).toMatch(/│ per_minute +│ +1000 │ plan +│ +0 │/)
    expect(out).toMatch(/│ indexing_per_month +│ +7 │ its own +│ +0 │/)
    expect(out).toMatch(/│ per_month +│ +– │ plan +│/)
  })

  it('switches share links on and off with an audit entry; they are off by default', async () => {
    const { json: org } = await run('org', 'create', '--name', 'Sharing', '--plan', 'starter', '--json')
    const id = String(org.organization_id)
    const shown = async () => (await run('org', 'show', '--org', id, '--json')).json.share_links
    expect(await shown()).toBe(false)
    for (const [state, isOn] of [
      ['on', true],
      ['off', false],
    ] as const) {
      const { json } = await run('org', 'set', '--org', id, '--share-links', state, '--json')
      expect(json).toEqual({ organization_id: org.organization_id, share_links: isOn })
      expect(await shown()).toBe(isOn)
      expect((await run('org', 'show', '--org', id)).out).toContain(`\nshare links ${state}\n`)
      const { json: log } = await run('audit', '--org', id, '--json')
      expect(JSON.stringify(log)).toContain(`{"field":"share_links","value":${isOn}}`)
    }
    expect((await run('org', 'set', '--org', id, '--share-links', 'perhaps')).err).toContain('It must be on or off.')
  })

  it('shows the tokens and cost per language model for this month, and the calls without a price', async () => {
    const { json: org } = await run('org', 'create', '--name', 'Asking', '--plan', 'starter', '--json')
    const id = org.organization_id
    const tokens = { inputTokens: 9_000, cachedInputTokens: 1_000, outputTokens: 500, calls: 3 }
    const turn = { turnId: 't', month: monthOf(new Date().toISOString()) }
    await bench.platform.app.store.modelUsage.count({ organizationId: id }, turn, [
      { model: 'openai:a', ...tokens, costMicros: 1_234_567 },
      { model: 'openai:b', ...tokens, costMicros: null },
    ])
    const { out } = await run('org', 'show', '--org', String(id))
    expect(out).toMatch(/│ openai:a +│ +3 │ +9000 │ +1000 │ +500 │ +1\.2346 │/)
    expect(out).toMatch(/│ openai:b +│ +3 │ +9000 │ +1000 │ +500 │ +– │/)
    expect(out).toContain('3 calls have no price: add their models to TABLETALK_MODEL_PRICES.')
    const { json } = await run('org', 'show', '--org', String(id), '--json')
    expect(json.model_usage).toMatchObject({ input_tokens: 18_000, cost_usd_micros: 1_234_567, unpriced_calls: 3 })
    expect(json.usage.tokens_per_month).toMatchObject({ used: 19_000, by: 'plan', allowed: null })
  })

  it('reports the same usage as the API, in periods that start on the billing day', async () => {
    const { json: org } = await run('org', 'create', '--name', 'Used', '--plan', 'starter', '--json')
    const id = String(org.organization_id)
    const set = await run('org', 'set', '--org', id, '--billing-day', '15', '--json')
    expect(set.json).toEqual({ organization_id: org.organization_id, billing_day: 15 })
    expect((await run('org', 'set', '--org', id, '--billing-day', '29')).err).toContain('1 to 28')
    const day = new Date().toISOString().slice(0, 10)
    const organization = { organizationId: org.organization_id }
    const spending = [
      { model: 'm', inputTokens: 9, cachedInputTokens: 0, outputTokens: 1, calls: 1, costMicros: 2_500 },
    ]
    await bench.platform.app.store.usageDays.count(organization, {
      id: 't',
      day,
      keyId: 'k',
      counts: { questions: 1 },
      spending,
    })
    const { json: key } = await run('key', 'create', '--org', id, '--json')
    const headers = { 'X-API-Key': key.key, 'X-Tenant-Id': null, 'X-Scope-Id': null }
    for (const by of ['day', 'model']) {
      const { json } = await run('usage', '--org', id, '--from', day, '--by', by, '--json')
      const { body } = await bench.platform.request(`/api/v1/usage?from=${day}&group_by=${by}`, { headers })
      // The API process of this test does not count questions.
      const period = { ...body.data.period, questions: json.period.questions }
      expect(json).toEqual({ organization_id: org.organization_id, ...body.data, period })
    }
    const { out } = await run('usage', '--org', id)
    expect(out).toMatch(new RegExp(`│ ${day} +│ +1 │ +0 │ +0 │ +9 │ +1 │ +1 │ +0\\.0025`))
    expect(out).toMatch(/│ questions +│ +0 │ +5000 │ +5000 │ 20\d\d-\d\d-15 +│/)
  })

  it('rejects the keys of a suspended or inactive organization until it is active again', async () => {
    const { json: org } = await run('org', 'create', '--name', 'Late', '--plan', 'starter', '--json')
    const id = String(org.organization_id)
    const { json: key } = await run('key', 'create', '--org', id, '--json')
    const headers = { 'X-API-Key': key.key, 'X-Tenant-Id': null }
    for (const [status, code] of [
      ['suspended', 'AUTH_ACCOUNT_SUSPENDED'],
      ['inactive', 'AUTH_ORGANIZATION_INACTIVE'],
    ] as const) {
      expect((await run('org', 'set', '--org', id, '--status', status, '--json')).json).toMatchObject({ status })
      const refused = await bench.platform.request('/api/v1/branding', { headers })
      expect([refused.status, refused.body.error_code]).toEqual([403, code])
    }
    await run('org', 'set', '--org', id, '--status', 'active')
    expect(await statusOf(key.key)).toBe(200)
  })

  it('stores a subscription status and limits that override the plan, and audits both', async () => {
    const words = ['--subscription', 'past_due', '--limit', 'per_minute=60,concurrent=5']
    const { json } = await run('org', 'set', '--org', '1', ...words, '--json')
    const limits = { per_minute: 60, concurrent: 5 }
    expect(json).toEqual({ organization_id: 1, subscription: 'past_due', limits })
    const kept = await bench.platform.app.store.organizations.find({ organizationId: 1 })
    expect(kept).toMatchObject({ subscription: 'past_due', limits })
    await run('org', 'set', '--org', '1', '--subscription', 'active')
    const { items: log } = await bench.platform.app.store.audit.list({ organizationId: 1 }, { page: 1, pageSize: 2 })
    expect(log.map(({ actor, action, changes }) => [actor.kind, action, changes])).toEqual([
      ['command', 'organization.changed', [{ field: 'subscription', value: 'active' }]],
      [
        ...['command', 'organization.changed'],
        [
          { field: 'subscription', value: 'past_due' },
          { field: 'limits', value: limits },
        ],
      ],
    ])
  })

  it.each([
    ['an unknown plan', ['create', '--name', 'x', '--plan', 'golden'], /starter/],
    ['a missing name', ['create', '--plan', 'free'], /--name/],
    ['an empty name', ['create', '--name', ' ', '--plan', 'free'], /1 to 200/],
    [
      'to change an unknown organization',
      ['set', '--org', '99', '--plan', 'free'],
      /no organization 99.*NOT_FOUND_ORG/,
    ],
    ['to show an unknown organization', ['show', '--org', '999'], /no organization 999.*\(NOT_FOUND_ORGANIZATION\)/],
    ['a call without a change', ['set', '--org', '1'], /--name, --plan/],
    ['an invalid date', ['set', '--org', '1', '--trial-until', 'tomorrow'], /a date like 2026-12-31/],
    ['a date that does not exist', ['set', '--org', '1', '--trial-until', '2026-02-31'], /a date like 2026-12-31/],
    [
      'a time on a date that does not exist',
      ['set', '--org', '1', '--ends', '2026-02-31T12:00Z'],
      /a time like 2026-12-31T12:00Z/,
    ],
    ['a grace period above the maximum', ['set', '--org', '1', '--grace-days', '366'], /0 to 365 days/],
    [
      'a subscription status together with a billing date',
      ['set', '--org', '1', '--subscription', 'active', '--ends', 'none'],
      /Specify either --subscription/,
    ],
    ['an unknown limit', ['set', '--org', '1', '--limit', 'concurrent=1,per_day=5'], /no limit "per_day".*per_minute=/],
    [
      'a limit without a value',
      ['set', '--org', '1', '--limit', 'per_minute'],
      /per_minute cannot be "".*whole number/,
    ],
    ['a limit of zero', ['set', '--org', '1', '--limit', 'per_hour=0'], /per_hour cannot be "0"/],
    ['a fractional limit', ['set', '--org', '1', '--limit', 'databases=1.5'], /databases cannot be "1.5"/],
    [
      'a limit that is given twice',
      ['set', '--org', '1', '--limit', 'per_hour=1,per_hour=2'],
      /per_hour is given twice/,
    ],
    ['an invalid id', ['set', '--org', '1e3', '--plan', 'free'], /number of an organization/],
  ])('refuses %s', async (_, words, expected) => {
    const { code, out, err } = await run('org', ...words)
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(expected) })
  })
})

subscriptionCommands(() => bench)
removeCommands(() => bench)

keyCommands(() => bench)

describe('operator commands', () => {
  it('use the store that MONGODB_URI names', async () => {
    const env = {
      TABLETALK_HOME: '/nowhere',
      MONGODB_URI: bench.platform.env.MONGODB_URI ?? '',
      TABLETALK_SECRET: SECRET,
    }
    const { code, json } = await bench.run(['org', 'list', '--json'], { env })
    expect(code).toBe(0)
    expect(json.organizations.length).toBeGreaterThan(0)
  })

  // Concurrent, because it waits for the connection to a missing store to time out.
  it.concurrent('report how to start a service if none is known or its store cannot be reached', async () => {
    const none = await secondBench.run(['org', 'list'], { env: { TABLETALK_HOME: '/nowhere' } })
    expect(none).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/npm start[\s\S]*MONGODB_URI/) })
    const env = { MONGODB_URI: 'mongodb://user:s3cret@127.0.0.1:9/x', TABLETALK_SECRET: SECRET }
    const silent = await secondBench.run(['org', 'list'], { env })
    expect(silent).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') })
    expect(silent.err).not.toContain('s3cret')
  })

  it.concurrent('use the only organization besides the demo, and require --org if there are several', async () => {
    const url = `sqlite:${crmFile(secondBench.folder)}`
    const add = (name: string) => secondBench.run(['database', 'add', '--name', name, '--url', url, '--json'])
    expect((await add('one')).json.organization_id).toBe(1)
    for (const expected of [2, undefined]) {
      await secondBench.run(['org', 'create', '--name', 'Mine', '--plan', 'starter'])
      const { json, err } = await add('another')
      expect(json?.organization_id).toBe(expected)
      if (expected === undefined) expect(err).toMatch(/--org: 2 \(Mine\), 3 \(Mine\)/)
    }
  })
})

userCommands(() => bench)
lockedOutCommands(() => bench)

operatorCommands(() => bench)
ssoCommands(() => bench)
