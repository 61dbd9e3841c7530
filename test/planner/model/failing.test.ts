import { createServer } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { modelPlanner } from '../../../src/planner/model/index.ts'
import { json, type ScriptedReply, serverError, tooManyRequests } from '../../support/scripted-model.ts'
import { waitFor } from '../../support/wait-for.ts'
import { countedTokens, draftRequest, draftWith, problemOf, REPLY, withModel } from './cases.ts'

const NONE = { inputTokens: 0, outputTokens: 0, calls: 1, estimated: false }
const HALF = JSON.stringify(REPLY).slice(0, 60)

const refusal = (status: number, error: object): ScriptedReply => ({ status, body: JSON.stringify({ error }) })
const eventStream = (body: string): ScriptedReply => ({ body, contentType: 'text/event-stream' })

/** @returns the problem of a failing draft */
const failure = async (
  script: readonly ScriptedReply[],
  settings: { callTimeoutMs?: number; idleTimeoutMs?: number } = {},
) => ({ problem: await problemOf(draftWith(script, settings)) })

describe('Transient failure', () => {
  const transient: Record<string, ScriptedReply> = {
    'a 500': serverError(),
    'a 502 with an HTML body': { status: 502, body: '<html>Bad gateway</html>', contentType: 'text/html' },
    'a 503 with an empty body': { status: 503, body: '' },
    'a 408': refusal(408, { message: 'timeout' }),
    'a 429 without Retry-After': tooManyRequests({}),
    'a 200 that holds an error': { body: JSON.stringify({ error: { message: 'overloaded at 10.0.0.7' } }) },
    'an error inside the stream': eventStream(
      'data: {"error":{"message":"10.0.0.7 overloaded","type":"server_error"}}\n\n',
    ),
    'a 200 with a web page': { body: '<html>Sign in</html>', contentType: 'text/html' },
    'a 200 with nothing': { body: '' },
  }
  it.each(Object.entries(transient))('is reported after one request with its tokens: %s', async (_, reply) => {
    await withModel([reply, json(REPLY)], async (planner, model) => {
      const problem = await problemOf(planner.draft(draftRequest()))
      expect(problem).toMatchObject({ problem: 'model_failed', transient: true, retryAfterS: undefined, usage: NONE })
      expect(model.requests).toHaveLength(1)
    })
  })

  it('includes the tokens of half a stream before a dropped connection', async () => {
    const { problem } = await failure([{ text: HALF, end: 'cut' }])
    expect(problem).toMatchObject({ transient: true, usage: { outputTokens: 15, calls: 1, estimated: true } })
    expect(problem.usage?.inputTokens).toBeGreaterThan(500)
  })

  it('is reported for half a stream that ends, without a correction', async () => {
    const { problem } = await failure([{ text: HALF, end: 'stop' }, json(REPLY)])
    expect(problem).toMatchObject({ transient: true, usage: { outputTokens: 15, calls: 1, estimated: true } })
  })

  it('is model_unavailable for a refused connection', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    await new Promise((resolve) => server.close(resolve))
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`
    const planner = modelPlanner({ model: 'openai:scripted', baseUrl, apiKey: 'sk-secret', callTimeoutMs: 5_000 })
    const problem = await problemOf(planner.draft(draftRequest()))
    expect(problem).toMatchObject({ problem: 'model_unavailable', transient: true, usage: NONE })
    expect(problem.message).toMatch(/cannot be reached/)
  })

  it('during a correction includes the tokens of both calls', async () => {
    const { problem } = await failure([{ text: 'prose' }, serverError()])
    expect(problem).toMatchObject({ transient: true, usage: { inputTokens: 100, outputTokens: 20, calls: 2 } })
  })
})

describe('Retry-After', () => {
  const inAMinute = () => new Date(Date.now() + 60_000).toUTCString()
  it('is passed on in seconds', async () => {
    const { problem } = await failure([tooManyRequests({ 'retry-after': '3' })])
    expect(problem).toMatchObject({ transient: true, retryAfterS: 3, usage: NONE })
    expect(problem.message).toMatch(/busy/)
  })
  it('is passed on as a date', async () => {
    const { problem } = await failure([tooManyRequests({ 'retry-after': inAMinute() })])
    expect(problem.retryAfterS).toBeGreaterThan(50)
    expect(problem.retryAfterS).toBeLessThanOrEqual(60)
  })
  it('is passed on from a 503, as seconds and as a date', async () => {
    const { problem } = await failure([{ ...serverError(503), headers: { 'retry-after': '7' } }])
    expect(problem.retryAfterS).toBe(7)
    const dated = await failure([{ ...serverError(503), headers: { 'retry-after': inAMinute() } }])
    expect(dated.problem.retryAfterS).toBeGreaterThan(50)
  })
  it('is at least 1 s, and is ignored if it is unreadable', async () => {
    const { problem } = await failure([tooManyRequests({ 'retry-after': '0' })])
    expect(problem.retryAfterS).toBe(1)
    const unreadable = await failure([tooManyRequests({ 'retry-after': 'soon' })])
    expect(unreadable.problem).toMatchObject({ transient: true, retryAfterS: undefined })
  })
})

describe('Final failure', () => {
  const final: Record<string, ScriptedReply> = {
    'a 401': refusal(401, { message: 'Incorrect API key provided: sk-secret' }),
    'a 403': refusal(403, { message: 'no access' }),
    'a 404 for an unknown model': refusal(404, { message: 'model not found', code: 'model_not_found' }),
    'a 404 in plain text': { status: 404, body: 'page not found', contentType: 'text/plain' },
    'a quota that is used up': refusal(429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }),
  }
  it.each(Object.entries(final))('is reported after one request: %s', async (_, reply) => {
    await withModel([reply, json(REPLY)], async (planner, model) => {
      const problem = await problemOf(planner.draft(draftRequest()))
      expect(problem).toMatchObject({ problem: 'model_failed', transient: false, usage: NONE })
      expect(model.requests).toHaveLength(1)
    })
  })

  it('is not a content filter, which gives a declined draft', async () => {
    const filter = refusal(400, { message: 'triggered the content management policy', code: 'content_filter' })
    await withModel([filter, json(REPLY)], async (planner, model) => {
      expect(await planner.draft(draftRequest())).toMatchObject({ mode: 'decline', usage: NONE })
      expect(model.requests).toHaveLength(1)
    })
  })

  it('is a reply that is unusable after its correction, with the tokens of both calls', async () => {
    const wrong = json({ ...REPLY, mode: 'sql' })
    const { problem } = await failure([wrong, wrong, json(REPLY)])
    expect(problem).toMatchObject({ problem: 'model_failed', transient: false })
    expect(problem.usage).toEqual(countedTokens({ inputTokens: 200, outputTokens: 40, calls: 2 }))
  })

  it('is a model with an unknown provider or without a key', async () => {
    for (const model of ['nobody-knows-this', 'openai:gpt-5-mini']) {
      const planner = modelPlanner({ model, callTimeoutMs: 1_000 })
      const problem = await problemOf(planner.draft(draftRequest()))
      expect(problem).toMatchObject({ transient: false, message: 'The language model is not set up correctly.' })
    }
  })
})

describe('Deadline of a model call', () => {
  it('ends a call to a server that sends no headers', async () => {
    const { problem } = await failure([{ silent: true }], { callTimeoutMs: 400 })
    expect(problem).toMatchObject({ problem: 'model_failed', transient: true, usage: { calls: 1, estimated: true } })
    expect(problem.message).toMatch(/too long/)
  })

  it('ends a silent stream at the shorter idle timeout', async () => {
    const { problem } = await failure([{ text: HALF, end: 'hang' }], { callTimeoutMs: 60_000, idleTimeoutMs: 2_000 })
    expect(problem).toMatchObject({ transient: true, usage: { outputTokens: 15, calls: 1, estimated: true } })
  })

  it('ends a slow endless stream', async () => {
    const { problem } = await failure([{ text: 'x'.repeat(5_000), pieceLength: 1, pauseMs: 20 }], {
      callTimeoutMs: 400,
    })
    expect(problem).toMatchObject({ transient: true, message: expect.stringMatching(/too long/) })
  })

  it('does not apply to an endless answer, which is truncated and corrected', async () => {
    const endless = { text: 'y'.repeat(150_000), pieceLength: 4_000 }
    await withModel([endless, json(REPLY)], async (planner, model) => {
      expect(await planner.draft(draftRequest())).toMatchObject({ mode: 'query', usage: { calls: 2 } })
      expect(model.requests[1]?.body.messages.at(-1)?.content).toMatch(/much shorter/)
    })
  })

  it('ends a call whose error body never arrives', async () => {
    const model = createServer((socket) => {
      socket.resume()
      socket.write('HTTP/1.1 500 Oops\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"err')
    })
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
    const address = model.address()
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`
    const planner = modelPlanner({ model: 'openai:scripted', baseUrl, apiKey: 'k', callTimeoutMs: 400 })
    expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: true })
    await new Promise<void>((resolve) => model.close(() => resolve()))
  })
})

describe('Cancelling a draft', () => {
  it.each([
    ['before headers', { silent: true }],
    ['inside the stream', { text: HALF, end: 'hang' }],
  ] as const)('%s closes the connection and rejects with the reason', async (_, reply) => {
    await withModel([reply], async (planner, model) => {
      const cancel = new AbortController()
      const reason = new Error('cancelled by the caller')
      const drafting = planner.draft(draftRequest({ signal: cancel.signal }))
      const abort = async () => {
        const request = await waitFor('the request', async () => model.requests[0])
        await request.replied
        cancel.abort(reason)
      }
      await Promise.all([expect(drafting).rejects.toBe(reason), abort()])
      expect(await model.requests[0]?.hungUp).toBe(true)
    })
  })

  it('before its start sends nothing', async () => {
    await withModel([json(REPLY)], async (planner, model) => {
      const reason = new Error('too late')
      await expect(planner.draft(draftRequest({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
      expect(model.requests).toHaveLength(0)
    })
  })
})

it('A problem of a model contains no text of the provider, no key and no address', async () => {
  const scripts: ScriptedReply[] = [
    serverError(),
    tooManyRequests(),
    refusal(401, { message: 'Incorrect API key provided: sk-secret', code: 'sk-secret code' }),
    { text: 'the secret prompt', end: 'cut' },
  ]
  for (const reply of scripts) {
    const { problem } = await failure([reply])
    const cause = problem.cause instanceof Error ? `${problem.cause.message} ${problem.cause.stack}` : ''
    expect(`${problem.message} ${JSON.stringify(problem)} ${cause}`).not.toMatch(/secret|10\.0\.0\.7|127\.0\.0\.1/)
  }
})
