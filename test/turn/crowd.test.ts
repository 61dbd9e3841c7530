import { collect, eventsOf, type ReceivedEvent, textOf } from '../http/event-stream.ts'
import { Forked } from '../support/forked.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const QUESTION = 'How many customers are there?'

let platform: Platform
let model: ScriptedModel
/** The model waits for it: the turn cannot end before all callers have joined it. */
const everyoneHasJoined = Promise.withResolvers<void>()
const forked = new Forked()
beforeAll(async () => {
  const behaves = modelAnswers(['SELECT count(*) AS customers FROM customers'])
  model = await startScriptedModel((request) => ({ ...behaves(request), after: everyoneHasJoined.promise }))
  platform = await startPlatform({
    env: { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl },
  })
})
afterAll(async () => {
  forked.killAll()
  await platform.close()
  await model.close()
})

/** Its first event arrives once the turn has started. */
const stream = (url: string, scope: string): AsyncGenerator<ReceivedEvent> =>
  eventsOf(`${url}/api/v1/chat/new/stream?${new URLSearchParams({ message: QUESTION })}`, {
    headers: { ...platform.headers, 'X-Scope-Id': scope },
  })

const messagesOf = async (scope: string): Promise<readonly { sender: string; content: string }[]> => {
  const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': scope } })
  return body.data.messages
}

describe('concurrent identical questions', () => {
  it('of 200 callers on two APIs get one answer from one turn', async () => {
    const apis = await Promise.all([forked.startApi(platform.env), forked.startApi(platform.env)])
    const streams = Array.from({ length: 200 }, (_, index) => stream(apis[index % 2]?.url ?? '', 'crowd'))
    const firsts = await Promise.all(streams.map((events) => events.next()))
    expect(new Set(firsts.map(({ value }) => value?.event))).toEqual(new Set(['start']))
    everyoneHasJoined.resolve()
    const rests = await Promise.all(streams.map((events) => collect(events)))
    const messages = await messagesOf('crowd')
    expect(messages.map(({ sender }) => sender)).toEqual(['ASSISTANT', 'USER'])
    for (const events of rests) {
      expect(events.at(-1)?.event).toBe('done')
      expect(textOf(events)).toBe(messages[0]?.content)
    }
    expect(new Set(rests.map((events) => events.at(-1)?.id)).size).toBe(1)
  }, 300_000)
})
