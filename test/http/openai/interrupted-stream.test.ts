import express from 'express'
import OpenAI from 'openai'
import { FULL_DISCLOSURE } from '../../../src/access/rules/disclosure.ts'
import { memoryTurnLog } from '../../../src/ask/events/memory-turn-log.ts'
import type { TurnEventBody } from '../../../src/ask/rules/turn-event.ts'
import { readerOf } from '../../../src/http/answer-reader.ts'
import { answerPieces } from '../../../src/http/openai/answer-pieces.ts'
import { completionWire } from '../../../src/http/openai/chat-completions.ts'
import { responseWire } from '../../../src/http/openai/response-wire.ts'
import { beginStream, type StreamOptions } from '../../../src/http/sse.ts'
import { done, RESET, START, STATUS, text } from '../../stream/samples.ts'
import { serve } from '../event-stream.ts'

const TURN = '01a223f1-7a01-70a5-acac-42664053ae51'
const MODEL = {
  id: 'shops',
  database: { id: 'd', name: 'Shops' },
  parts: { table: true, receipt: true },
  suffix: '',
}

const cancelled = (message: string): TurnEventBody => {
  const ending = done(message)
  return ending.type === 'done' ? { ...ending, finishReason: 'cancelled' } : ending
}

/** Serves the events of one turn to clients of OpenAI. */
const serving = async (events: readonly TurnEventBody[], settings: Partial<StreamOptions> = {}) => {
  const log = memoryTurnLog()
  await log.append(TURN, 1, events)
  const pieces = () => answerPieces(TURN, readerOf(FULL_DISCLOSURE, undefined), MODEL)
  const wires = {
    '/chat/completions': () => completionWire(TURN, { created: 0, model: 'shops', hasUsage: false }, pieces()),
    '/responses': () => responseWire({ turnId: TURN, model: MODEL, createdAt: 0 }, pieces()),
  }
  const service = await serve((app) => {
    for (const [path, wire] of Object.entries(wires))
      app.post(path, express.json(), async (_req, res) => {
        await beginStream({ res, log, turnId: TURN, traceId: 'trace', wire: wire(), ...settings })
      })
  })
  const client = new OpenAI({ apiKey: 'key', baseURL: service.url, maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: 'q' }]
  return {
    log,
    chat: () => client.chat.completions.create({ model: 'shops', messages, stream: true }),
    response: () => client.responses.create({ model: 'shops', input: 'q', stream: true }),
    async close() {
      await service.close()
      await log.close()
    },
  }
}

let service: Awaited<ReturnType<typeof serving>>
afterEach(() => service.close())

/** The text of a completion and how its stream has ended. */
const read = async (stream: AsyncIterable<OpenAI.ChatCompletionChunk>) => {
  let content = ''
  let finish: string | null | undefined
  for await (const { choices } of stream) {
    content += choices[0]?.delta.content ?? ''
    finish = choices[0]?.finish_reason ?? finish
  }
  return { content, finish }
}

const thrownBy = async (promise: Promise<unknown>): Promise<unknown> =>
  await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

describe('OpenAI stream', () => {
  it('continues a text that is begun again with the same words, and keeps the connection with comments', async () => {
    service = await serving([START, STATUS, text('one '), text('two '), RESET, text('one ')], { heartbeatMs: 5 })
    const stream = await service.chat()
    const content = read(stream)
    await service.log.append(TURN, 1, [text('two '), text('three'), done('one two three')])
    expect(await content).toEqual({ content: 'one two three', finish: 'stop' })
  })

  it('writes a text that is begun again with other words after a rule', async () => {
    service = await serving([START, text('one '), RESET, text('uno '), text('due'), done('uno due')])
    expect((await read(await service.chat())).content).toBe('one \n\n---\n\nuno due')
  })

  it('has the text of an ending that was not streamed', async () => {
    service = await serving([START, done('all at once')])
    expect((await read(await service.chat())).content).toBe('all at once')
  })

  it('of a failed turn ends with an error', async () => {
    service = await serving([START, text('so far'), { type: 'error', problem: 'query_timeout', message: 'Too slow.' }])
    expect(await thrownBy(read(await service.chat()))).toMatchObject({
      code: 'query_timeout',
      error: { message: 'Too slow.' },
    })
    const events: OpenAI.Responses.ResponseStreamEvent[] = []
    for await (const event of await service.response()) events.push(event)
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error', message: 'Too slow.' } },
    })
  })

  it('of a cancelled turn ends with an error', async () => {
    service = await serving([START, text('so far'), cancelled('so far')])
    expect(await thrownBy(read(await service.chat()))).toMatchObject({ code: 'turn_cancelled' })
  })

  it('ends with an error when the process stops, not as if the text were complete', async () => {
    const shutdown = new AbortController()
    service = await serving([START, text('so far')], { shutdown: shutdown.signal })
    const [chat, response] = [await service.chat(), await service.response()]
    shutdown.abort()
    expect(await thrownBy(read(chat))).toMatchObject({
      code: 'stream_interrupted',
      error: { message: expect.stringContaining(`resp_${TURN}`) },
    })
    const all = async () => {
      for await (const _ of response);
    }
    expect(await thrownBy(all())).toMatchObject({ code: 'stream_interrupted' })
  })
})
