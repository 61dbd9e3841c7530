import {
  acceptedContent,
  completable,
  inputRequired,
  type McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { PIXEL } from './fixture-tool.ts'

const userText = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })

const Context = z.object({ context: z.string() })

/** The prompts that scenarios get. */
export const servePrompts = (server: McpServer): void => {
  server.registerPrompt('test_simple_prompt', { description: 'Without arguments' }, () => ({
    messages: [userText('This is a simple prompt for testing.')],
  }))
  const argument = completable(z.string(), (begun) =>
    ['paris', 'park', 'party'].filter((word) => word.startsWith(begun)),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With two arguments', argsSchema: z.object({ arg1: argument, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [userText(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        userText('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'With a picture' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PIXEL, mimeType: 'image/png' } },
      userText('Please analyze the image above.'),
    ],
  }))
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks for input' }, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_context', Context)
    if (given !== undefined) return { messages: [userText(given.context)] }
    const message = 'What context should the prompt use?'
    return inputRequired({
      inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: Context }) },
    })
  })
}

/** The resources that scenarios read. */
export const serveResources = (server: McpServer): void => {
  const plain = { description: 'A text', mimeType: 'text/plain' }
  server.registerResource('static-text', 'test://static-text', plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }))
  const picture = { description: 'A picture', mimeType: 'image/png' }
  server.registerResource('static-binary', 'test://static-binary', picture, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PIXEL }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'A template', mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  )
}
