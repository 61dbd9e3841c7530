import { randomUUID } from 'node:crypto'
import type { UIMessageChunk } from 'ai'
import { serveApi } from '../../../src/platform/process/serve-api.ts'
import { Forked } from '../../support/forked.ts'
import { type Platform, SECRET, startPlatform } from '../../support/platform.ts'
import { json, type ScriptedModel, type ScriptedRequest, startScriptedModel } from '../../support/scripted-model.ts'
import { partsOf, type ReadStream, readChunks, readStream, textOf, type UiChat, uiChat } from './ui-chat.ts'

const QUESTION = 'How many orders were danced?'
const BY_STATUS = 'SELECT status, count(*) AS orders FROM orders GROUP BY status ORDER BY status'
const WORDS = 'Here is what the data says. It says more of it. '
const LAST_WORDS = 'And then it ends.'

let model: ScriptedModel
let platform: Platform
/** Until it resolves, no answer of the model ends. */
let ending = Promise.withResolvers<void>()
const forked = new Forked()

const replyOf = ({ body }: ScriptedRequest) => {
  if (body.response_format === undefined)
    return { text: WORDS + LAST_WORDS, pieceLength: WORDS.length, lastAfter: ending.promise }
  const isReview = body.messages.some(({ content }) => content.includes('# What your last query gave'))
  const asksMore = isReview && !body.messages.some(({ content }) => content.includes('Beside it,'))
  return json({
    mode: asksMore ? 'more' : isReview ? 'accept' : 'query',
    query: asksMore ? BY_STATUS : isReview ? null : "SELECT count(*) AS orders FROM orders WHERE status = 'danced'",
    title: asksMore ? 'Orders by status' : null,
    explanation: 'Counts orders.',
    reply: null,
    confidence: 0.9,
    assumptions: [],
    suggestions: [],
    tables: [],
    look: [],
  })
}

beforeAll(async () => {
  model = await startScriptedModel(replyOf)
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: settings })
})
beforeEach(() => {
  ending = Promise.withResolvers<void>()
})
afterAll(async () => {
  ending.resolve()
  forked.killAll()
  await platform.close()
  await model.close()
})

const chatOn = (service: string, id?: string): UiChat =>
  uiChat(service, platform.headers, id === undefined ? {} : { id })

/** Reads a stream until its answer has text; `rest` reads on. */
const untilText = async (stream: ReadableStream<UIMessageChunk> | null) => {
  const chunks: UIMessageChunk[] = []
  const reader = stream?.getReader()
  for (;;) {
    const next = await reader?.read()
    if (next?.value === undefined) throw new Error('the stream has no text')
    chunks.push(next.value)
    if (next.value.type === 'text-delta') break
  }
  return {
    begun: await readStream(chunks),
    leave: () => reader?.cancel(),
    async rest(): Promise<ReadStream> {
      reader?.releaseLock()
      if (stream === null) throw new Error('no stream')
      return await readStream([...chunks, ...(await readChunks(stream)).chunks])
    },
  }
}

const cancel = (turnId: string | undefined) =>
  platform.request(`/api/v1/chat/turns/${turnId}/cancel`, { method: 'POST' })

describe('a chat of the AI SDK', () => {
  it('gets the whole turn from another process when that of its stream was killed in mid-answer', async () => {
    const killed = await forked.startApi(platform.env)
    const page = chatOn(killed.url)
    const stream = await untilText(await page.open(QUESTION))
    killed.child.kill('SIGKILL')
    const cut = await stream.rest()
    expect([cut.finishReason, textOf(cut)]).toEqual([undefined, textOf(stream.begun)])

    const reloaded = chatOn(platform.baseUrl, page.id)
    const resumed = await untilText(await reloaded.resume())
    expect(resumed.begun.chunks[0]).toEqual(stream.begun.chunks[0])
    ending.resolve()
    const whole = await resumed.rest()
    expect([whole.finishReason, textOf(whole)]).toEqual(['stop', WORDS + LAST_WORDS])
    const ids = partsOf(whole, 'data-table').map((part) => 'id' in part && part.id)
    const turnId = whole.message?.metadata?.turn_id
    expect(ids).toEqual([turnId, `${turnId}-1`])
    expect(partsOf(whole, 'data-table')[1]).toMatchObject({ data: { title: 'Orders by status' } })
    expect(partsOf(whole, 'data-chart')).toContainEqual(expect.objectContaining({ id: `${turnId}-1` }))
    expect(await reloaded.resume()).toBeNull()
  })

  it('gets a stream without finish when its process shuts down, and the rest from another', async () => {
    const api = await serveApi(platform.app, { host: '127.0.0.1', port: 0, secret: SECRET })
    const page = chatOn(`http://127.0.0.1:${api.port}`)
    const stream = await untilText(await page.open(QUESTION))
    const stopped = api.drain(1_000)
    const cut = await stream.rest()
    expect([cut.finishReason, textOf(cut)]).toEqual([undefined, textOf(stream.begun)])
    await stopped
    const resumed = await untilText(await chatOn(platform.baseUrl, page.id).resume())
    ending.resolve()
    expect((await resumed.rest()).finishReason).toBe('stop')
  })

  it('stops a turn that it has resumed, down to its answer', async () => {
    const page = chatOn(platform.baseUrl)
    const first = await untilText(await page.open(QUESTION))
    // Leaving a page ends its stream, and not its turn.
    await first.leave()
    const resumed = await untilText(await page.resume())
    const turnId = resumed.begun.message?.metadata?.turn_id
    expect((await cancel(turnId)).body.data.cancelled).toBe(true)
    const stopped = await resumed.rest()
    expect(stopped.chunks.map(({ type }) => type)).toContain('abort')
    expect([stopped.finishReason, stopped.message?.metadata?.problem]).toEqual(['other', 'turn_cancelled'])
    expect(textOf(stopped)).toBe(textOf(first.begun))
    expect(await page.resume()).toBeNull()
  })

  it('resumes only what is running, is its own, and has its name', async () => {
    const page = chatOn(platform.baseUrl)
    expect(await page.resume()).toBeNull()
    const asked = await untilText(await page.open(QUESTION))
    const conversationId = asked.begun.message?.metadata?.conversation_id ?? ''
    const other = { ...platform.headers, 'X-Scope-Id': 'another user' }
    const tenant = { ...platform.headers, 'X-Tenant-Id': '2' }
    for (const id of [page.id, conversationId])
      for (const headers of [other, tenant]) expect(await uiChat(platform.baseUrl, headers, { id }).resume()).toBeNull()
    expect(await chatOn(platform.baseUrl, randomUUID()).resume()).toBeNull()
    const byId = await untilText(await chatOn(platform.baseUrl, conversationId).resume())
    ending.resolve()
    const [own, named] = await Promise.all([asked.rest(), byId.rest()])
    expect(named.message).toEqual(own.message)
  })
})
