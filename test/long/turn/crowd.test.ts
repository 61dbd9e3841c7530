import { Forked } from '../../support/forked.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'

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

describe('API with a heap of 256 MB', () => {
  it('answers 500 concurrent streams or refuses them with 429 or 503, and survives', async () => {
    const api = await forked.startApi(platform.env, { flags: ['--max-old-space-size=256'] })
    const ends = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        const headers = headersOf(`reader-${index % 5}`)
        const response = await fetch(streamOf(api.url, 'How many orders were placed last month?'), { headers })
        const text = await response.text()
        return response.status === 200 ? (text.includes('event: done') ? 'answered' : 'cut') : String(response.status)
      }),
    )
    expect(new Set(ends)).not.toContain('cut')
    for (const end of new Set(ends)) expect(['answered', '429', '503']).toContain(end)
    expect(ends).toContain('answered')
    expect([api.child.exitCode, api.child.signalCode]).toEqual([null, null])
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  }, 300_000)
})
