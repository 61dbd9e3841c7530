import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { McpTool } from '../../../src/http/mcp/mcp-tool.ts'
import { fixtureTool, textResult } from './fixture-tool.ts'

/** Seals the state that clients hand back. */
const stateCodec = createRequestStateCodec({ key: 'a key of the fixture with 32 characters' })

/** @throws ProtocolError for a state that is not as it was sent */
const stateOf = async (context: ServerContext): Promise<unknown> => {
  const state = context.mcpReq.requestState()
  if (typeof state !== 'string') return undefined
  return await stateCodec.verify(state, context).catch(() => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The state was changed.')
  })
}

const Name = z.object({ name: z.string() })
const Confirmation = z.object({ ok: z.boolean() })
const Color = z.object({ color: z.string() })

export const askName = (message = 'What is your name?') => inputRequired.elicit({ message, requestedSchema: Name })
const askConfirmation = () => inputRequired.elicit({ message: 'Please confirm', requestedSchema: Confirmation })
const askModel = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 })

const Declared = z.object({
  'io.modelcontextprotocol/clientCapabilities': z.object({
    elicitation: z.unknown().optional(),
    sampling: z.unknown().optional(),
    roots: z.unknown().optional(),
  }),
})

/** Tools that return what input they need, and are called again with it. */
export const inputTools: readonly McpTool[] = [
  fixtureTool('test_input_required_result_elicitation', ({ mcpReq: { inputResponses } }) => {
    const given = acceptedContent(inputResponses, 'user_name', Name)
    if (given === undefined) return inputRequired({ inputRequests: { user_name: askName() } })
    return textResult(`Hello, ${given.name}!`)
  }),
  fixtureTool('test_input_required_result_sampling', ({ mcpReq: { inputResponses } }) => {
    const given = inputResponse(inputResponses, 'capital_question')
    if (given.kind === 'sampling') return textResult(JSON.stringify(given.result.content))
    return inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } })
  }),
  fixtureTool('test_input_required_result_list_roots', ({ mcpReq: { inputResponses } }) => {
    const given = inputResponse(inputResponses, 'client_roots')
    if (given.kind === 'roots') return textResult(given.roots.map(({ uri }) => uri).join('\n'))
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  }),
  fixtureTool('test_input_required_result_request_state', async (context) => {
    const given = acceptedContent(context.mcpReq.inputResponses, 'confirm', Confirmation)
    if (given !== undefined && (await stateOf(context)) === 'confirm') return textResult('state-ok')
    const requestState = await stateCodec.mint('confirm')
    return inputRequired({ inputRequests: { confirm: askConfirmation() }, requestState })
  }),
  fixtureTool('test_input_required_result_tampered_state', async (context) => {
    if ((await stateOf(context)) === 'untampered') return textResult('The state is as it was.')
    const requestState = await stateCodec.mint('untampered')
    return inputRequired({ inputRequests: { confirm: askConfirmation() }, requestState })
  }),
  fixtureTool('test_input_required_result_multiple_inputs', async ({ mcpReq: { inputResponses } }) => {
    const name = acceptedContent(inputResponses, 'user_name', Name)
    const greeting = inputResponse(inputResponses, 'greeting')
    const roots = inputResponse(inputResponses, 'client_roots')
    if (name !== undefined && greeting.kind === 'sampling' && roots.kind === 'roots')
      return textResult('All are given.')
    return inputRequired({
      inputRequests: {
        user_name: askName(),
        greeting: askModel('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await stateCodec.mint('multiple'),
    })
  }),
  fixtureTool('test_input_required_result_multi_round', async (context) => {
    const { inputResponses } = context.mcpReq
    const name = acceptedContent(inputResponses, 'step1', Name)
    const color = acceptedContent(inputResponses, 'step2', Color)
    const round = await stateOf(context)
    if (round === 2 && color !== undefined) return textResult(`Your color is ${color.color}.`)
    if (round === 1 && name !== undefined) {
      const step2 = inputRequired.elicit({
        message: 'Step 2: What is your favorite color?',
        requestedSchema: Color,
      })
      return inputRequired({ inputRequests: { step2 }, requestState: await stateCodec.mint(2) })
    }
    const step1 = askName('Step 1: What is your name?')
    return inputRequired({ inputRequests: { step1 }, requestState: await stateCodec.mint(1) })
  }),
  fixtureTool('test_input_required_result_capabilities', ({ mcpReq: { envelope } }) => {
    const declared = Declared.safeParse(envelope).data?.['io.modelcontextprotocol/clientCapabilities']
    const inputRequests: InputRequests = {
      ...(declared?.elicitation === undefined ? {} : { user_name: askName() }),
      ...(declared?.sampling === undefined ? {} : { greeting: askModel('Generate a greeting') }),
      ...(declared?.roots === undefined ? {} : { client_roots: inputRequired.listRoots() }),
    }
    return Object.keys(inputRequests).length === 0 ? textResult('None.') : inputRequired({ inputRequests })
  }),
  fixtureTool('test_missing_capability', ({ mcpReq: { inputResponses } }) =>
    inputResponse(inputResponses, 'sampled').kind === 'sampling'
      ? textResult('Sampled.')
      : inputRequired({ inputRequests: { sampled: askModel('Say something') } }),
  ),
  fixtureTool('test_streaming_elicitation', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 1 } })
    return textResult('Done.')
  }),
  fixtureTool('test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Sent to clients that ask for it.')
    return textResult('Done.')
  }),
]
