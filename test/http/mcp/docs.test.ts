import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import { type Platform, startPlatform } from '../../support/platform.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const Configured = z.object({
  mcpServers: z.object({
    tabletalk: z.union([
      z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
      z.object({ command: z.literal('npx'), args: z.array(z.string()) }),
    ]),
  }),
})

/** The configurations in docs/mcp.md, in order. */
const configured = async () => {
  const page = await readFile(path.join(ROOT, 'docs/mcp.md'), 'utf8')
  const blocks = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, block = '']) => block)
  return blocks.map((block) => Configured.parse(JSON.parse(block)).mcpServers.tabletalk)
}

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

describe('docs/mcp.md', () => {
  it('configures hosts that call an address, and hosts that start a program', async () => {
    const [http, stdio, ...others] = await configured()
    if (http === undefined || !('url' in http) || stdio === undefined || !('args' in stdio))
      throw new Error('no blocks')
    expect(others).toEqual([])
    const key = platform.access.orgKey
    const headers = { ...http.headers, 'X-API-Key': key }
    const address = new URL(new URL(http.url).pathname, platform.baseUrl)
    const [, , ...args] = stdio.args
    const [bin, ...rest] = args
    expect(bin).toBe('tabletalk')
    const command = ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'bin/tabletalk.js'), ...rest]
    const transports = [
      new StreamableHTTPClientTransport(address, { requestInit: { headers } }),
      new StdioClientTransport({
        command: process.execPath,
        args: [...command, '--url', platform.baseUrl, '--key', key],
      }),
    ]
    for (const transport of transports) {
      const client = new Client({ name: 'host', version: '1' })
      await client.connect(transport)
      const call = { name: 'ask_database', arguments: { question: 'How many orders were placed last month?' } }
      expect((await client.callTool(call)).structuredContent).toMatchObject({ status: 'answered', row_count: 1 })
      await client.close()
    }
  })
})
