import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { collect, eventsOf } from '../http/event-stream.ts'
import { lookFor, modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, type ScriptedRequest, startScriptedModel } from '../support/scripted-model.ts'
import { testServers } from '../support/test-servers.ts'
import { turnSteps } from '../support/turn-steps.ts'

const ONCE = 'How many customers are called like that?'
const ALWAYS = 'How many customers does it only look for?'
const QUERY = 'SELECT count(*) AS customers FROM customers'

const customerOf = (shop: number): string => {
  const demo = new DatabaseSync(testServers().demoFile)
  const row = demo
    .prepare(
      'SELECT name FROM customers WHERE shop_id = ? AND name NOT IN (SELECT name FROM customers WHERE shop_id <> ?)',
    )
    .get(shop, shop)
  demo.close()
  return String(row?.name)
}

let platform: Platform
let model: ScriptedModel
let names: { own: string; foreign: string }
beforeAll(async () => {
  names = { own: customerOf(1), foreign: customerOf(2) }
  const exploration = () =>
    lookFor(
      { kind: 'values', text: names.own, within: 'customers.name' },
      { kind: 'values', text: names.foreign, within: 'customers.name' },
      { kind: 'values', text: 'a hash', within: 'customers.password_hash' },
    )
  model = await startScriptedModel((request: ScriptedRequest) => {
    const said = promptOf(request)
    const isDraft = request.body.response_format !== undefined
    if (isDraft && (said.includes(ALWAYS) || !said.includes('# Found'))) return exploration()
    return modelAnswers([QUERY])(request)
  })
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: settings, lookUpMs: 60_000 })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

const promptOf = ({ body }: ScriptedRequest): string => body.messages.map(({ content }) => content).join('\n')

/** Names of the steps of a turn, in order. */
const stepsOf = async (conversationId: string, turnId: string): Promise<readonly string[]> =>
  (await turnSteps(platform, { conversationId, turnId })).map(({ name }) => name)

const ask = async (message: string) => {
  const before = model.requests.length
  const query = new URLSearchParams({ message, database_id: platform.access.databaseId })
  const events = await collect(
    eventsOf(`${platform.baseUrl}/api/v1/chat/new/stream?${query}`, { headers: platform.headers }),
  )
  const [start] = events
  const steps = await stepsOf(String(start?.data.conversation_id), String(start?.data.turn_id))
  const statuses = events.filter(({ event }) => event === 'status').map(({ data }) => data.status)
  return { events, steps, statuses, requests: model.requests.slice(before) }
}

describe('a model that explores before it writes a query', () => {
  it('gets the exploration result as a separate step with its own status, and then answers', async () => {
    const { events, steps, statuses, requests } = await ask(ONCE)
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { message: 'Here is what the data says.' } })
    expect(steps).toEqual(['draftQuery', 'exploreSchema', 'draftQuery', 'runQuery', 'composeAnswer'])
    expect(statuses.slice(1, 4)).toEqual(['generating_query', 'exploring_schema', 'generating_query'])
    const found = (requests[1] === undefined ? '' : promptOf(requests[1])).split('# Found')[1] ?? ''
    const [title = '', ...lines] = found.split('\n').slice(1)
    expect(title).toContain('Texts like')
    expect(lines.join('\n')).toContain(`customers.name: "${names.own}"`)
    const rows = lines.filter((line) => !line.startsWith('Texts like')).join('\n')
    expect(rows).not.toContain(names.foreign)
    expect(lines.join('\n')).toMatch(/^Texts like "[^"]*": nothing in that column/m)
    expect(lines.join('\n')).toContain('Texts like "a hash": no column of that name with texts.')
    expect(lines.join('\n')).not.toContain('password_hash')
  })

  it('and never writes one fails after three rounds with a documented problem', async () => {
    const { events, steps, requests } = await ask(ALWAYS)
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { error_code: 'EXTERNAL_LLM_ERROR' } })
    expect(steps).toEqual([...Array.from({ length: 3 }, () => ['draftQuery', 'exploreSchema']).flat(), 'draftQuery'])
    expect(requests).toHaveLength(5)
    expect(requests.map((request) => promptOf(request).includes('- "look": '))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    const [{ metadata }] = (await platform.request('/api/v1/chat/history?limit=1')).body.data.messages
    expect(metadata).toMatchObject({ problem: 'model_failed', usage: { calls: 5 } })
  })
})
