import { CreateTaskResultV2Schema, GetTaskResultV2Schema } from '@modelcontextprotocol/ext-tasks/core/v2'
import { Forked } from '../../support/forked.ts'
import { clarifyingDraft } from '../../turn/clarifying-draft.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../../turn/scripted-planner.ts'
import { callTool, mcpRequest, POLLS_TASKS } from './mcp-request.ts'

const AMBIGUOUS = 'Which customers are best?'
const CHOICES = [
  { label: 'by number', question: 'How many customers are there?' },
  { label: 'by orders', question: 'How many orders are there?' },
]
const REPLY = 'Which one do you mean?'
const CLARIFY = clarifyingDraft(CHOICES, REPLY)

let platform: ScriptedPlatform
const forked = new Forked()
beforeAll(async () => {
  platform = await startScriptedPlatform()
  platform.drafts(AMBIGUOUS, CLARIFY)
})
afterAll(async () => {
  forked.killAll()
  await platform.close()
})

const request = (method: string, params: object, headers: Readonly<Record<string, string>> = {}) =>
  mcpRequest(platform, method, params, { capabilities: POLLS_TASKS, headers })

const begin = async (question: string, via: Pick<ScriptedPlatform, 'baseUrl' | 'headers'> = platform) => {
  const { body } = await callTool(via, 'ask_database', { question }, { capabilities: POLLS_TASKS })
  return CreateTaskResultV2Schema.parse(body.result)
}

const task = async (taskId: string) => {
  const { body } = await request('tasks/get', { taskId })
  return GetTaskResultV2Schema.parse(body.result)
}

const settled = async (taskId: string) => {
  for (;;) {
    const now = await task(taskId)
    if (now.status !== 'working') return now
  }
}

const choose = (taskId: string, response: object) =>
  request('tasks/update', { taskId, inputResponses: { choice: response } })

describe('a task of MCP', () => {
  it('is the turn of its question: it exists before its id is returned, says its stage, and has the answer', async () => {
    const release = platform.holds('How many products are there?')
    const { taskId, status, ttlMs } = await begin('How many products are there?')
    expect({ status, ttlMs }).toEqual({ status: 'working', ttlMs: null })
    expect(await task(taskId)).toMatchObject({ taskId, status: 'working' })
    release()
    const ended = await settled(taskId)
    expect(ended).toMatchObject({
      taskId,
      status: 'completed',
      result: { structuredContent: { status: 'answered', turn_id: taskId, row_count: 1 } },
    })
    const history = await platform.request(`/api/v1/jobs/${taskId}`)
    expect(history.body.data).toMatchObject({ id: taskId, status: 'succeeded' })
  })

  it('waits for a choice, and goes on with the chosen question under the same id, which is asked once', async () => {
    const { taskId } = await begin(AMBIGUOUS)
    const open = await settled(taskId)
    expect(open).toMatchObject({
      status: 'input_required',
      inputRequests: {
        choice: {
          method: 'elicitation/create',
          params: {
            message: REPLY,
            requestedSchema: { properties: { choice: { enum: CHOICES.map(({ label }) => label) } } },
          },
        },
      },
    })
    const accepted = { action: 'accept', content: { choice: 'by orders' } }
    expect((await choose(taskId, { action: 'accept', content: { choice: 'neither' } })).body.error.code).toBe(-32602)
    const [first, again] = await Promise.all([choose(taskId, accepted), choose(taskId, accepted)])
    expect([first.body.result.resultType, again.body.result.resultType]).toEqual(['complete', 'complete'])
    const ended = await settled(taskId)
    expect(ended).toMatchObject({ taskId, status: 'completed', result: { structuredContent: { status: 'answered' } } })
    expect((await choose(taskId, accepted)).body.result).toMatchObject({ resultType: 'complete' })
    const { body } = await platform.request('/api/v1/chat/history?limit=50')
    const asked = body.data.messages.filter((message: { content: string }) => message.content === CHOICES[1]?.question)
    expect(asked).toHaveLength(1)
  })

  it('that waits for a choice is cancelled when none is taken', async () => {
    const { taskId } = await begin(AMBIGUOUS)
    await settled(taskId)
    await choose(taskId, { action: 'decline' })
    expect(await task(taskId)).toMatchObject({ status: 'cancelled' })
    await choose(taskId, { action: 'accept', content: { choice: 'by orders' } })
    expect(await task(taskId)).toMatchObject({ status: 'cancelled' })
  })

  it('is cancelled down to its turn; a task that has ended stays as it is', async () => {
    const release = platform.holds('How many shops are there?')
    const { taskId } = await begin('How many shops are there?')
    expect((await request('tasks/cancel', { taskId })).body.result).toMatchObject({
      resultType: 'complete',
    })
    expect(await settled(taskId)).toMatchObject({ status: 'cancelled' })
    release()
    expect((await platform.request(`/api/v1/jobs/${taskId}`)).body.data.status).toBe('cancelled')
    await request('tasks/cancel', { taskId })
    expect(await task(taskId)).toMatchObject({ status: 'cancelled' })
  })

  it('whose question fails ends with the problem as a tool error', async () => {
    const { taskId } = await begin('Delete all customers')
    const ended = await settled(taskId)
    expect(ended).toMatchObject({ status: 'completed' })
  })

  it('goes on when the API that began it is killed: another process has its answer', async () => {
    const release = platform.holds('How many returns are there?')
    const api = await forked.startApi(platform.env)
    const { taskId } = await begin('How many returns are there?', { ...platform, baseUrl: api.url })
    api.child.kill('SIGKILL')
    await api.died
    release()
    expect(await settled(taskId)).toMatchObject({
      status: 'completed',
      result: { structuredContent: { status: 'answered', turn_id: taskId } },
    })
  })

  it('of another scope or tenant is the same as one that never was', async () => {
    const { taskId } = await begin('How many orders are there?')
    const unknown = await request('tasks/get', { taskId: '01a223f7-b121-729f-a6b9-e72f4e30f30c' })
    expect(unknown.body.error).toMatchObject({ code: -32602 })
    for (const headers of [{ 'X-Scope-Id': 'another' }, { 'X-Tenant-Id': '2' }])
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
        const { body } = await request(method, { taskId, inputResponses: {} }, headers)
        expect(body.error).toEqual(unknown.body.error)
      }
  })
})
