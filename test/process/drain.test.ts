import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import getPort from 'get-port'
import { untilEnded, untilIdle } from '../../workers/until-ended.ts'
import { collect, eventsOf, type ReceivedEvent, textOf } from '../http/event-stream.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { Programs, terminate } from './programs.ts'

const STREAMS = 8

let platform: Platform
let model: ScriptedModel
let home: string
const programs = new Programs()
/** The model withholds the last chunk of every answer until this resolves. */
const apiExited = Promise.withResolvers<void>()
beforeAll(async () => {
  const wording = 'A long answer, word by word. '.repeat(20)
  const answers = modelAnswers(['SELECT count(*) AS customers FROM customers'], wording)
  model = await startScriptedModel((request) => ({
    ...answers(request),
    ...(request.body.response_format === undefined ? { lastAfter: apiExited.promise } : {}),
  }))
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-drain-'))
  platform = await startPlatform({
    worker: false,
    env: {
      TABLETALK_MODEL: 'openai:scripted',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: model.baseUrl,
      TABLETALK_HOME: home,
      LOG_LEVEL: 'info',
      PORT: '0',
    },
  })
})
afterAll(async () => {
  programs.killAll()
  await platform.close()
  await model.close()
  await rm(home, { recursive: true, force: true })
})

const startApi = async () => {
  const { child, said } = await programs.start('src/cli/main.ts api', 'api_started', platform.env)
  return { child, url: `${said.address}/api/v1` }
}

const stream = (url: string, scope: string, cursor?: string): AsyncGenerator<ReceivedEvent> =>
  eventsOf(`${url}/chat/new/stream?${new URLSearchParams({ message: 'How many customers are there?' })}`, {
    headers: {
      ...platform.headers,
      'X-Scope-Id': scope,
      ...(cursor === undefined ? {} : { 'Last-Event-ID': cursor }),
    },
  })

const answerOf = async (scope: string): Promise<readonly { sender: string; content: string }[]> => {
  const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': scope } })
  return body.data.messages
}

describe('SIGTERM to API and worker while answers stream', () => {
  it('loses no turn: streams resume on another API, and both processes exit with 0', async () => {
    const metrics = await getPort({ host: '127.0.0.1' })
    const [worker, api, next] = await Promise.all([
      programs.start('src/cli/main.ts worker', 'worker_started', { ...platform.env, TABLETALK_METRICS: `${metrics}` }),
      startApi(),
      startApi(),
      // Completes the steps that the terminated worker does not.
      platform.startWorker(),
    ])
    const scopes = Array.from({ length: STREAMS }, (_, index) => `drain-${index}`)
    const streamingScopes = new Set<string>()
    const allStreaming = Promise.withResolvers<void>()
    const reading = scopes.map(async (scope) => {
      const events: ReceivedEvent[] = []
      for await (const event of stream(api.url, scope)) {
        events.push(event)
        if (event.event === undefined) streamingScopes.add(scope)
        if (streamingScopes.size === STREAMS) allStreaming.resolve()
      }
      return events
    })
    await Promise.race([allStreaming.promise, Promise.all(reading)])
    const ready = await fetch(`http://127.0.0.1:${metrics}/readyz`)
    expect(await ready.json()).toMatchObject({ status: 'ready', checks: { polling: true } })
    const workerEnd = terminate(worker.child)
    const apiEnd = await terminate(api.child)
    apiExited.resolve()
    expect([apiEnd, await workerEnd]).toEqual([0, 0])
    const firsts = await Promise.all(reading)
    for (const [index, scope] of scopes.entries()) {
      const first = firsts[index] ?? []
      const rest = first.at(-1)?.event === 'done' ? [] : await collect(stream(next.url, scope, first.at(-1)?.id))
      const all = [...first, ...rest]
      expect(all.filter(({ event }) => event === 'done')).toHaveLength(1)
      const messages = await answerOf(scope)
      expect(messages.map(({ sender }) => sender)).toEqual(['ASSISTANT', 'USER'])
      expect(textOf(all)).toBe(messages[0]?.content)
    }
    expect(firsts.filter((events) => events.at(-1)?.event === 'done')).toEqual([])
  }, 300_000)
})

describe('a worker in state FAILED', () => {
  it.concurrent('prints one sentence and exits with 1, so that it is restarted', async () => {
    const taskQueue = randomUUID()
    const program = '--import ./test/support/dying-workflow-threads.ts src/cli/main.ts worker'
    const env = { ...platform.env, TABLETALK_TASK_QUEUE: taskQueue }
    let errorOutput = Promise.resolve('')
    const { child } = await programs.start(program, 'worker_started', env, (stderr) => {
      errorOutput = text(stderr)
    })
    const exited = once(child, 'exit')
    const fatalWorkflow = await platform.app.temporal.client.workflow.start('any', {
      taskQueue,
      workflowId: randomUUID(),
    })
    const [code] = await exited
    await fatalWorkflow.terminate()
    expect([code, await errorOutput]).toEqual([
      1,
      expect.stringMatching(/^The worker failed and exits. .*thread exited.*\n$/i),
    ])
  })

  it('ends after a timeout if the run of the SDK never settles', async () => {
    const stuck = { run: () => new Promise<void>(() => undefined), getState: () => 'FAILED' as const }
    await expect(untilEnded(stuck, 1)).rejects.toThrow('it does not come to an end')
  })
})

describe('untilIdle, for a worker whose last calls do not reach Temporal', () => {
  it('resolves after two consecutive checks without work in flight', async () => {
    const statuses = [
      { numInFlightActivities: 1, numInFlightWorkflowActivations: 0 },
      NOTHING,
      { numInFlightActivities: 0, numInFlightWorkflowActivations: 1 },
      NOTHING,
      NOTHING,
    ]
    let seen = 0
    await untilIdle({ getStatus: () => statuses[seen++] ?? NOTHING }, new AbortController().signal, 1)
    expect(seen).toBe(statuses.length)
  })
})

const NOTHING = { numInFlightActivities: 0, numInFlightWorkflowActivations: 0 }
