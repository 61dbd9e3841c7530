import { collect, eventsOf, textOf } from '../http/event-stream.ts'
import { Forked } from '../support/forked.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
const forked = new Forked()
beforeAll(async () => {
  platform = await startPlatform()
})
afterEach(() => forked.killAll())
afterAll(() => platform.close())

const streamOf = (url: string, message: string): string =>
  `${url}/api/v1/chat/new/stream?${new URLSearchParams({ message })}`
const headersOf = (scope: string) => ({ ...platform.headers, 'X-Scope-Id': scope })

const messagesOf = async (scope: string): Promise<readonly { sender: string; content: string }[]> => {
  const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': scope } })
  return body.data.messages
}

describe('a crowd', () => {
  it('of 200 that ask the same in one moment, on two APIs, gets one answer of one turn', async () => {
    const apis = await Promise.all([forked.startApi(platform.env), forked.startApi(platform.env)])
    const [scope, question] = ['crowd', 'How many customers are there?']
    const streams = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        collect(eventsOf(streamOf(apis[index % 2]?.url ?? '', question), { headers: headersOf(scope) })),
      ),
    )
    const messages = await messagesOf(scope)
    expect(messages.map(({ sender }) => sender)).toEqual(['ASSISTANT', 'USER'])
    for (const events of streams) {
      expect(events.at(-1)?.event).toBe('done')
      expect(textOf(events)).toBe(messages[0]?.content)
    }
    expect(new Set(streams.map((events) => events.at(-1)?.id)).size).toBe(1)
  }, 300_000)
})
