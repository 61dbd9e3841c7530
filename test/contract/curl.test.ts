import { type CurlExample, curlExamples, runExamples } from '../support/curl-examples.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
let examples: readonly CurlExample[]
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  examples = await curlExamples()
})
afterAll(() => platform.close())

describe('docs/api.md', () => {
  it('has a command for every endpoint of the document, and for no other', async () => {
    const { document } = await platform.contract()
    const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect([...new Set(examples.map(({ endpoint }) => endpoint))].toSorted()).toEqual(endpoints.toSorted())
  })

  it('has commands that work as they are, in a shell, and are answered as it says', async () => {
    const otherwise: object[] = []
    let ran = 0
    for await (const { endpoint, command, status, answered, text } of runExamples(platform, examples)) {
      if (answered !== status) otherwise.push({ command, status, answered, text: text.slice(0, 500) })
      expect(command).toContain(endpoint.split(/[ {]/)[1])
      ran += 1
    }
    expect(otherwise).toEqual([])
    expect(ran).toBe(examples.length)
  }, 300_000)
})
