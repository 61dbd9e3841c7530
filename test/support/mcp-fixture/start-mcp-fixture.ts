import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import express from 'express'
import { mcpRouter } from '../../../src/http/mcp/mcp-router.ts'
import { mcpServer } from '../../../src/http/mcp/mcp-server.ts'
import { refuseMethod } from '../../../src/http/route-router.ts'
import { contentTools } from './content-tools.ts'
import { FixtureTasks } from './fixture-tasks.ts'
import { fixtureTool, textResult } from './fixture-tool.ts'
import { inputTools } from './input-tools.ts'
import { servePrompts, serveResources } from './prompts-and-resources.ts'
import { taskTools } from './task-tools.ts'

export interface McpFixture {
  readonly url: string
  close(): Promise<void>
}

/**
 * The handler, the router and the server of the product, with the tools, prompts and resources that the scenarios of
 * `@modelcontextprotocol/conformance` use. Clients need no key.
 */
export const startMcpFixture = async (): Promise<McpFixture> => {
  const tasks = new FixtureTasks()
  const handler = createMcpHandler(() => {
    const server = mcpServer({
      tools: [...contentTools, ...inputTools, ...taskTools(tasks), ...triggers],
      tasks,
      traceId: 'fixture',
      observe: () => undefined,
    })
    // Revision 2025-11-25: clients set a level before they call a tool that logs.
    server.server.registerCapabilities({ logging: {} })
    servePrompts(server)
    serveResources(server)
    return server
  })
  const triggers = [
    fixtureTool('test_trigger_tool_change', () => {
      handler.notify.toolsChanged()
      return textResult('Sent.')
    }),
    fixtureTool('test_trigger_prompt_change', () => {
      handler.notify.promptsChanged()
      return textResult('Sent.')
    }),
  ]
  const serve = toNodeHandler(handler)
  const endpoint = express.Router()
  endpoint.post('/', express.json(), async (req, res) => await serve(req, res, req.body))
  endpoint.all('/', refuseMethod([{ method: 'post' }]))
  const config = { publicUrl: undefined, portalUrl: undefined }
  const app = express().use('/mcp', mcpRouter({ config, observe: () => undefined }, endpoint))
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await handler.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
