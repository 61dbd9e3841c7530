import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { sqliteRows } from '../support/sqlite-rows.ts'
import { testServers } from '../support/test-servers.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'

const QUESTION = 'Please gauge the happiness?'
const QUERY = 'SELECT count(*) AS happiness FROM customers'

const add = (platform: Platform, question: string, query: string) =>
  platform.app.store.patterns.add(platform.access, platform.access.databaseId, { question, query, verifiedBy: 'Ann' })

/** A customer with a name that no other tenant has. */
const customerOf = (tenant: string): { name: string; orders: number } | undefined => {
  const [found] = sqliteRows(
    testServers().demoFile,
    `SELECT c.name AS name, COUNT(*) AS orders FROM customers c JOIN orders o ON o.customer_id = c.id
      WHERE c.shop_id = ${tenant} AND (SELECT COUNT(*) FROM customers x WHERE x.name = c.name) = 1 AND c.name NOT LIKE '%''%'
      GROUP BY c.id ORDER BY orders DESC`,
  )
  return found === undefined ? undefined : { name: String(found.name), orders: Number(found.orders) }
}

describe('a verified query without a model', () => {
  let platform: Platform
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
    await platform.request('/api/v1/webhooks', { json: { url: receiver.url, events: ['pattern.failed'] } })
  })
  afterAll(async () => {
    await platform.close()
    await receiver.close()
  })
  const ask = async (message: string, headers = {}) =>
    (await platform.request('/api/v1/chat/message', { json: { message }, headers })).body.data

  it('answers its question from its creation to its removal, with the rows of each tenant', async () => {
    expect((await ask(QUESTION)).query_type).toBe('chat')
    const pattern = await add(platform, QUESTION, QUERY)
    const answers = await Promise.all(
      ['1', '2'].map((tenant) => ask('please GAUGE the  happiness', { 'X-Tenant-Id': tenant })),
    )
    const customers = await Promise.all(
      ['1', '2'].map((tenant) => ask('How many customers are there?', { 'X-Tenant-Id': tenant })),
    )
    expect(answers.map(({ results }) => results[0].happiness)).toEqual(
      customers.map(({ results }) => results[0].number_of_customers),
    )
    expect(answers[0]).toMatchObject({
      sources: ['customers'],
      assumptions: ['A verified query answers this question.'],
    })
    const changed = { question: QUESTION, query: 'SELECT count(*) AS happiness FROM products', verifiedBy: 'Ann' }
    if (pattern === undefined) throw new Error('it was not added')
    await platform.app.store.patterns.change(platform.access, pattern, changed)
    expect((await ask(QUESTION)).sources).toEqual(['products'])
    await platform.app.store.patterns.remove(platform.access, pattern)
    expect((await ask(QUESTION)).query_type).toBe('chat')
  })

  it('answers its question with other values from rows of the caller, and shows only these values', async () => {
    const [ann, bob] = ['1', '2'].map((tenant) => customerOf(tenant))
    const query = (name: string) =>
      `SELECT COUNT(*) AS joy FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.name = '${name}'`
    await add(platform, `Gauge the joy of ${ann?.name}?`, query(ann?.name ?? ''))
    const theirs = await ask(`gauge the joy of ${bob?.name}`, { 'X-Tenant-Id': '2' })
    expect(theirs.results).toEqual([{ joy: bob?.orders }])
    expect(theirs.assumptions).toEqual([
      `The verified query of “Gauge the joy of <name>?” answers this question, with name ${bob?.name}.`,
    ])
    expect(JSON.stringify(theirs)).not.toContain(ann?.name)
    expect((await ask(`gauge the joy of ${bob?.name}`)).query_type).toBe('chat')
  })

  it('is neither reused for nor shown to another tenant if it keeps a constant of one tenant', async () => {
    const [ann, bob] = ['1', '2'].map((tenant) => customerOf(tenant))
    const query = `SELECT COUNT(*) AS luck FROM customers c WHERE c.name = '${ann?.name}' AND c.email = 'x-2499887'`
    await add(platform, `Gauge the luck of ${ann?.name}?`, query)
    await add(platform, 'Gauge the luck of our best customer?', query)
    for (const message of [`Gauge the luck of ${bob?.name}?`, 'Gauge the luck of our best customer?']) {
      const answer = await ask(message, { 'X-Tenant-Id': '2' })
      expect(answer.query_type).toBe('chat')
      expect(JSON.stringify(answer)).not.toContain('2499887')
    }
  })

  it('answers its question only for the tenant whose rows contain its constants', async () => {
    const query = `SELECT COUNT(*) AS charm FROM customers c WHERE c.name = '${customerOf('1')?.name}'`
    await add(platform, 'Gauge the charm of our best customer?', query)
    const [own, others] = await Promise.all(
      ['1', '2'].map((tenant) => ask('Gauge the charm of our best customer?', { 'X-Tenant-Id': tenant })),
    )
    expect(own).toMatchObject({ results: [{ charm: 1 }], assumptions: ['A verified query answers this question.'] })
    expect(others.query_type).toBe('chat')
    expect(JSON.stringify(others)).not.toContain(customerOf('1')?.name)
  })

  it('is guarded like any draft and not run if the policy forbids it', async () => {
    await add(platform, 'How many secrets are there?', 'SELECT count(*) FROM sqlite_master')
    expect((await ask('How many secrets are there?')).query_type).toBe('chat')
    await add(platform, 'How many orders are there?', 'SELECT nothing FROM nowhere')
    expect((await ask('How many orders are there?')).sources).toEqual(['orders'])
  })

  it('reports once to caller, owner and webhooks that it cannot run, until it can', async () => {
    const made = await add(platform, 'How many customers do we have?', 'SELECT json(name) AS customers FROM customers')
    const failureOf = async () => (await platform.request(`/api/v1/patterns/${made?.id}`)).body.data.failure
    const [first] = [await ask('How many customers do we have?'), await ask('How many customers do we have?')]
    expect(first.sources).toEqual(['customers'])
    expect(first.assumptions[0]).toBe(
      'The verified query for this question could not be run; it was answered with another query.',
    )
    expect(await failureOf()).toMatchObject({ by: 'database', reason: expect.stringContaining('could not run') })
    const declined = await add(platform, 'Gauge the gloom?', 'SELECT gloom FROM customers')
    expect((await ask('Gauge the gloom?')).message).toMatch(
      /^The verified query for this question could not be run\. Managers of verified queries can see the reason\. /,
    )
    // Two of them are from the previous test.
    const prompted = (await receiver.had(4)).map(({ body }) => body.data.pattern_id)
    expect(new Set(prompted).size).toBe(prompted.length)
    expect(prompted).toEqual(expect.arrayContaining([made?.id, declined?.id]))
    for (const pattern of [made, declined]) {
      if (pattern === undefined) throw new Error('it was not added')
      const query = 'SELECT COUNT(*) AS people FROM customers'
      await platform.app.store.patterns.change(platform.access, pattern, { ...pattern, query })
    }
    expect((await ask('Gauge the gloom?')).assumptions).toEqual(['A verified query answers this question.'])
    expect(await failureOf()).toBeUndefined()
  })
})

describe('verified queries with a model', () => {
  let platform: Platform
  let model: ScriptedModel
  beforeAll(async () => {
    model = await startScriptedModel(modelAnswers([QUERY]))
    const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
    platform = await startPlatform({ env: settings })
  })
  afterAll(async () => {
    await platform.close()
    await model.close()
  })

  it('are shown to it for similar questions, a few at most and never a long one', async () => {
    await add(platform, QUESTION, QUERY)
    await add(platform, 'How is the weather?', `SELECT '${'x'.repeat(10_000)}'`)
    for (const month of ['May', 'June', 'July', 'August'])
      await add(platform, `Happiness in ${month}`, `SELECT count(*) AS happiness_in_${month} FROM customers`)
    const drafting = async (message: string) => {
      const { length } = model.requests
      await platform.request('/api/v1/chat/message', { json: { message } })
      return JSON.stringify(model.requests[length]?.body.messages)
    }
    const prompted = await drafting('What was the happiness in June?')
    expect(prompted.includes('# Verified queries')).toBe(true)
    expect(prompted.includes('happiness_in_June')).toBe(true)
    expect(prompted.split('AS happiness').length).toBe(4)
    expect(prompted.includes('xxxxx')).toBe(false)
    expect((await drafting('Delete everything')).includes('# Verified queries')).toBe(false)
  })
})

it('a verified query answers its question, also with other values, without a draft of the model', async () => {
  const model = await startScriptedModel(() => ({ status: 503, body: '{}' }))
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
  const platform = await startPlatform({ env: { ...env, TABLETALK_TURN_TIMEOUT: '10' } })
  try {
    await add(platform, 'Gauge the 3 happiest', 'SELECT name FROM customers ORDER BY name LIMIT 3')
    for (const count of [3, 4]) {
      const message = `Gauge the ${count} happiest`
      const { status, body } = await platform.request('/api/v1/chat/message', { json: { message } })
      expect([status, body.data?.sources, body.data?.results?.length]).toEqual([200, ['customers'], count])
      expect(body.data.assumptions).toEqual([expect.stringContaining('verified query')])
    }
    expect(model.requests.filter(({ body }) => body.response_format !== undefined)).toEqual([])
  } finally {
    await platform.close()
    await model.close()
  }
})
