import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { clarifyingDraft } from '../../turn/clarifying-draft.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../../turn/scripted-planner.ts'
import { mcpRequest, POLLS_TASKS } from './mcp-request.ts'

const QUESTION = 'Which customers are best?'
const CHOICES = [
  { label: 'by name', question: 'How many customers are there?' },
  { label: 'by number of orders', question: 'How many orders are there?' },
]
const REPLY = 'Which one do you mean?'
const CLARIFY = clarifyingDraft(CHOICES, REPLY)

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform()
  platform.drafts(QUESTION, CLARIFY)
})
afterAll(() => platform.close())

const FORMS = { elicitation: {} }
const ask = { name: 'ask_database', arguments: { question: QUESTION } }
const choice = (label: string) => ({ choice: { action: 'accept', content: { choice: label } } })

const send = async (method: string, params: object, capabilities: object, headers = {}) =>
  (await mcpRequest(platform, method, params, { capabilities, headers })).body

const questionsOf = async (conversation: string) => {
  const { body } = await platform.request(`/api/v1/chat/${conversation}/history`)
  return body.data.messages
    .filter(({ role }: { readonly role: string }) => role === 'USER')
    .map(({ content }: { readonly content: string }) => content)
    .toSorted()
}

describe('ask_database with an ambiguous question', () => {
  it('gets the choice from the user of a client that shows forms', async () => {
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
    )
    const shown: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      shown.push(params.message)
      return { action: 'accept', content: { choice: 'by number of orders' } }
    })
    const requestInit = { headers: { ...platform.headers } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${platform.baseUrl}/mcp`), { requestInit }))
    const { structuredContent } = await client.callTool(ask)
    await client.close()
    expect(shown).toEqual([REPLY])
    expect(structuredContent).toMatchObject({ status: 'answered', row_count: 1 })
  })

  it('asks the chosen question once however often the call is repeated', async () => {
    const { result } = await send('tools/call', ask, FORMS)
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { choice: { method: 'elicitation/create', params: { message: REPLY } } },
    })
    const retry = { ...ask, requestState: result.requestState, inputResponses: choice('by name') }
    const answers = await Promise.all([1, 2, 3].map(() => send('tools/call', retry, FORMS)))
    answers.push(await send('tools/call', { ...retry, inputResponses: choice('by number of orders') }, FORMS))
    const turns = answers.map(({ result: { structuredContent } }) => structuredContent.turn_id)
    expect(new Set(turns).size).toBe(1)
    const { status, conversation_id: conversation } = answers[0].result.structuredContent
    expect(status).toBe('answered')
    expect(await questionsOf(conversation)).toEqual([CHOICES[0]?.question, QUESTION])
  })

  it('returns the choices to the model when the user declines, or when the client shows no forms', async () => {
    const { result } = await send('tools/call', ask, FORMS)
    const declined = { choice: { action: 'decline' } }
    const retry = { ...ask, requestState: result.requestState, inputResponses: declined }
    for (const answer of [await send('tools/call', retry, FORMS), await send('tools/call', ask, {})])
      expect(answer.result.structuredContent).toMatchObject({ status: 'needs_choice', choices: CHOICES })
  })

  it('refuses a choice that is not offered, and one of another caller', async () => {
    const { result } = await send('tools/call', ask, FORMS)
    const retry = { ...ask, requestState: result.requestState, inputResponses: choice('by magic') }
    expect((await send('tools/call', retry, FORMS)).error).toMatchObject({ code: -32_602 })
    const taken = { ...retry, inputResponses: choice('by name') }
    const foreign = await send('tools/call', taken, FORMS, { 'X-Scope-Id': 'another' })
    const unknown = await send('tools/call', { ...taken, requestState: 'none' }, FORMS, { 'X-Scope-Id': 'another' })
    expect(foreign.error).toMatchObject({ code: -32_602 })
    expect(foreign.error).toEqual(unknown.error)
  })

  it('is a task that waits for the choice, for a client that polls tasks', async () => {
    const { result: task } = await send('tools/call', ask, POLLS_TASKS)
    const state = async () => (await send('tasks/get', { taskId: task.taskId }, POLLS_TASKS)).result
    const until = async (status: string) => {
      for (;;) {
        const found = await state()
        if (found.status !== 'working') return expect(found).toMatchObject({ status })
      }
    }
    await until('input_required')
    const update = { taskId: task.taskId, inputResponses: choice('by number of orders') }
    expect((await send('tasks/update', update, POLLS_TASKS)).result).toMatchObject({ resultType: 'complete' })
    await until('completed')
    expect((await state()).result.structuredContent).toMatchObject({ status: 'answered', row_count: 1 })
  })
})
