import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server'
import type { McpTool, ToolOutcome } from '../../../src/http/mcp/mcp-tool.ts'

const NO_ARGUMENTS: Tool['inputSchema'] = { type: 'object' }

/** A tool that a scenario of the official suite calls by its name. */
export const fixtureTool = (
  name: string,
  call: (context: ServerContext, sent: unknown) => ToolOutcome | Promise<ToolOutcome>,
  inputSchema = NO_ARGUMENTS,
): McpTool => ({
  definition: { name, description: `The tool ${name} of the conformance suite.`, inputSchema },
  call: async (sent, context) => await call(context, sent),
})

export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** A red pixel as PNG. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

/** An empty sound as WAV. */
export const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
