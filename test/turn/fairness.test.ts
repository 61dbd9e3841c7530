import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { waitFor } from '../support/wait-for.ts'

const HOSTILE = 'Hang.'

let platform: Platform
let model: ScriptedModel
const released = Promise.withResolvers<void>()
beforeAll(async () => {
  const behaves = modelAnswers(['SELECT count(*) AS customers FROM customers'])
  model = await startScriptedModel((request) => {
    const reply = behaves(request)
    return JSON.stringify(request.body.messages).includes(HOSTILE) ? { ...reply, after: released.promise } : reply
  })
  platform = await startPlatform({
    env: {
      TABLETALK_MODEL: 'openai:scripted',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: model.baseUrl,
    },
  })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

const ask = (message: string, tenant: string, scope: string) =>
  platform.request('/api/v1/chat/message', {
    json: { message },
    headers: { 'X-Tenant-Id': tenant, 'X-Scope-Id': scope },
  })

describe("one tenant's 70 questions whose model hangs", () => {
  it("leave places for another tenant's, which is answered while all of them still hang", async () => {
    let ended = 0
    const hanging = Array.from({ length: 70 }, async (_, index) => {
      const reply = await ask(HOSTILE, '1', `hostile-${index}`)
      if (reply.status !== 429) ended += 1
    })
    await waitFor('as many calls of the model as one tenant may have', async () => model.requests.length >= 50)
    const before = ended
    const innocent = await ask('How many customers are there?', '2', 'innocent')
    expect(innocent.status).toBe(200)
    expect(ended).toBe(before)
    const { body } = await platform.request('/api/v1/chat/conversations?limit=100', {
      headers: { 'X-Tenant-Id': '2', 'X-Scope-Id': 'innocent' },
    })
    expect(body.data.conversations).toHaveLength(1)
    released.resolve()
    await Promise.all(hanging)
  }, 240_000)
})
