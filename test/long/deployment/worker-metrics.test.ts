import getPort from 'get-port'
import { SDK_METRICS } from '../../deployment/metrics-of-others.ts'
import { Programs } from '../../process/programs.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { waitFor } from '../../support/wait-for.ts'

let platform: Platform
const programs = new Programs()
beforeAll(async () => {
  platform = await startPlatform({ worker: false, env: { LOG_LEVEL: 'info' } })
})
afterAll(async () => {
  programs.killAll()
  await platform.close()
})

describe('Worker metrics', () => {
  it('include all metrics and labels of the Temporal SDK that dashboard and alerts use', async () => {
    const TABLETALK_METRICS = `127.0.0.1:${await getPort({ host: '127.0.0.1' })}`
    await programs.start('workers/main.ts', 'worker_started', { ...platform.env, TABLETALK_METRICS })
    const idle = await (await fetch(`http://${TABLETALK_METRICS}/metrics`)).text()
    expect(idle).toMatch(/^tabletalk_build_info\{version="\d+\.\d+\.\d+[^"]*",workflows="[0-9a-f]{12}"\} 1$/m)
    expect(idle).toMatch(/^tabletalk_store_connections\{state="waiting"\} \d+$/m)
    const { status } = await platform.request('/api/v1/chat/message', {
      json: { message: 'How many customers are there?' },
    })
    expect(status).toBe(200)
    const missing = async (): Promise<string[]> => {
      const lines = (await (await fetch(`http://${TABLETALK_METRICS}/metrics`)).text()).split('\n')
      return SDK_METRICS.flatMap(([name, labels]) => {
        const samples = lines.filter((line) => line.startsWith(`${name}{`))
        const isExported = samples.some((sample) => labels.every((label) => sample.includes(`${label}="`)))
        return isExported ? [] : [`${name} with ${labels.join(', ')}`]
      })
    }
    // The SDK counts a completion once the server has acknowledged it, which may be after the response.
    const allExported = async () => (await missing()).length === 0
    await waitFor('the last sample', allExported, 10_000).catch(() => undefined)
    expect(await missing()).toEqual([])
  })
})
