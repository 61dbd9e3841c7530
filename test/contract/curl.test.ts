import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CurlExample, curlExamples, hasJq, runExamples } from '../support/curl-examples.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
let home: string
let examples: readonly CurlExample[]
beforeAll(async () => {
  // A separate home, so that no mails of other services are found.
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-curl-'))
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true', TABLETALK_HOME: home } })
  examples = await curlExamples()
})
afterAll(async () => {
  await platform.close()
  await rm(home, { recursive: true, force: true })
})

describe('docs/api.md', () => {
  it('has a command for every endpoint of the OpenAPI document, and for no other', async () => {
    const { document } = await platform.contract()
    const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const shown = examples.filter(({ status }) => status !== undefined)
    const commands = new Set(shown.map(({ endpoint }) => endpoint))
    expect({
      'endpoints without a command in docs/api.md': endpoints.filter((endpoint) => !commands.has(endpoint)),
      'commands for no endpoint': [...commands].filter((command) => !endpoints.includes(command)),
    }).toEqual({ 'endpoints without a command in docs/api.md': [], 'commands for no endpoint': [] })
    // The setup comes first, and every other command documents its status.
    expect(examples.map(({ status }) => status === undefined)).toEqual([true, ...shown.map(() => false)])
  })

  const itRuns = hasJq ? it : it.skip
  itRuns(
    'runs in a shell from top to bottom and gets the documented responses',
    async () => {
      const ran = await runExamples(platform, examples)
      const otherwise = ran.filter(({ status, answered }) => answered !== status)
      expect(otherwise.map(({ command, status, answered, text }) => ({ command, status, answered, text }))).toEqual([])
      expect(ran).toHaveLength(examples.length)
      // The first command of an endpoint calls it; later ones may use its response.
      for (const [endpoint, [first]] of Map.groupBy(ran.slice(1), (one) => one.endpoint))
        expect(first?.command).toContain(endpoint.split(/[ {]/)[1])
    },
    300_000,
  )
})
