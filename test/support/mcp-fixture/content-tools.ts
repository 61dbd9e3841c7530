import { setTimeout as sleep } from 'node:timers/promises'
import type { McpTool } from '../../../src/http/mcp/mcp-tool.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { fixtureTool, PIXEL, SILENCE, textResult } from './fixture-tool.ts'

const IMAGE = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const

/** Tools that return each kind of content. */
export const contentTools: readonly McpTool[] = [
  fixtureTool('test_simple_text', () => textResult('This is a simple text response for testing.')),
  fixtureTool('test_image_content', () => ({ content: [IMAGE] })),
  fixtureTool('test_audio_content', () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] })),
  fixtureTool('test_embedded_resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  })),
  fixtureTool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      IMAGE,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  })),
  fixtureTool('test_error_handling', () => {
    throw new Problem('input_invalid', { message: 'This tool intentionally returns an error for testing' })
  }),
  fixtureTool('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await sleep(STEP_MS)
    }
    return textResult('All steps are done.')
  }),
  fixtureTool('test_tool_with_logging', async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
      await sleep(STEP_MS)
    }
    return textResult('All messages are sent.')
  }),
  fixtureTool('json_schema_2020_12_tool', () => textResult('Done.'), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
]

const STEP_MS = 50
