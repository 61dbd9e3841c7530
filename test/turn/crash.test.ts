import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Forked } from '../support/forked.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
const forked = new Forked()
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterEach(() => forked.killAll())
afterAll(() => platform.close())

const startWorker = async (crashAt = ''): Promise<ChildProcess> => {
  const child = forked.start('crashing-worker', platform.env, crashAt)
  await once(child, 'message')
  return child
}

const STEPS = ['openTurn', 'draftQuery', 'runQuery', 'composeAnswer', 'closeTurn'] as const
const crashes = STEPS.flatMap((step) => [`${step}:before`, `${step}:after`])

describe('a worker that is killed', () => {
  it.each(crashes)(
    'at %s costs the waiting caller nothing but time: one question, one answer',
    async (crashAt) => {
      const scope = { 'X-Scope-Id': crashAt }
      const [victim, spare] = await Promise.all([startWorker(crashAt), startWorker()])
      const died = once(victim, 'exit')
      const answer = platform.request('/api/v1/chat/message', {
        json: { message: 'How many customers are there?' },
        headers: scope,
      })
      await died
      spare.send('go')
      const response = await answer
      expect(response.status).toBe(200)
      const { data } = response.body
      expect(data.results).toHaveLength(1)
      const history = await platform.request('/api/v1/chat/history', { headers: scope })
      const { messages } = history.body.data
      expect(messages.map(({ sender, content }: { sender: string; content: string }) => [sender, content])).toEqual([
        ['ASSISTANT', data.message],
        ['USER', 'How many customers are there?'],
      ])
      const listed = await platform.request('/api/v1/chat/conversations', { headers: scope })
      expect(listed.body.data.conversations).toMatchObject([{ messageCount: 2 }])
    },
    120_000,
  )
})
