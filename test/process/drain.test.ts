import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { collect, eventsOf, type ReceivedEvent, textOf } from '../http/event-stream.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STREAMS = 8
/** What operators may rely on, from SIGTERM to the end of an API. */
const EXIT_WITHIN_MS = 15_000

let platform: Platform
let model: ScriptedModel
let home: string
const children: ChildProcess[] = []
beforeAll(async () => {
  const wording = 'A long answer, word by word. '.repeat(20)
  const answers = modelAnswers(['SELECT count(*) AS customers FROM customers'], wording)
  model = await startScriptedModel((request) => ({
    ...(typeof answers === 'function' ? answers(request) : {}),
    ...(request.body.response_format === undefined ? { pieceLength: 8, pauseMs: 80 } : {}),
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
  for (const child of children) child.kill('SIGKILL')
  await platform.close()
  await model.close()
  await rm(home, { recursive: true, force: true })
})

/** Starts a process as operators do. @returns the first of its log lines of this kind */
const start = async (program: string, kind: string): Promise<{ child: ChildProcess; said: { address: string } }> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: ROOT,
    env: { ...process.env, ...platform.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface(child.stdout)
  for await (const line of lines) {
    const said = JSON.parse(line)
    if (said.msg !== kind) continue
    // Nobody reads the rest, and nothing may wait for that.
    child.stdout.resume()
    return { child, said }
  }
  throw new Error(`${program} ended before it said ${kind}`)
}

const startApi = async () => {
  const { child, said } = await start('src/main.ts', 'listening')
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

/** Resolves with the status of its exit and what it took. */
const terminate = async (child: ChildProcess) => {
  const begun = performance.now()
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exited
  return { code, tookMs: performance.now() - begun }
}

describe('SIGTERM while answers are streamed', () => {
  it('loses no turn: streams end where they can be resumed, elsewhere, and the processes exit in time', async () => {
    const [worker, api, next] = await Promise.all([
      start('workers/main.ts', 'taking-turns'),
      startApi(),
      startApi(),
      // For the steps that the other worker does not end.
      platform.startWorker(),
    ])
    const scopes = Array.from({ length: STREAMS }, (_, index) => `drain-${index}`)
    const inText = new Set<string>()
    const enough = Promise.withResolvers<void>()
    const reading = scopes.map(async (scope) => {
      const events: ReceivedEvent[] = []
      for await (const event of stream(api.url, scope)) {
        events.push(event)
        if (event.event === undefined) inText.add(scope)
        if (inText.size === STREAMS) enough.resolve()
      }
      return events
    })
    await Promise.race([enough.promise, Promise.all(reading)])
    const [ended] = await Promise.all([terminate(api.child), terminate(worker.child)])
    expect(ended.code).toBe(0)
    expect(ended.tookMs).toBeLessThan(EXIT_WITHIN_MS)
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
    expect(firsts.filter((events) => events.at(-1)?.event !== 'done').length).toBeGreaterThan(0)
  }, 300_000)
})
