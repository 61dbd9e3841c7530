import { describe, expect, it, jest } from '@jest/globals'
import { chatCall } from '../../../src/planner/model/chat-call.ts'
import { chunksOf } from '../../../src/planner/model/completion-chunk.ts'
import { DeadlineExceeded } from '../../../src/planner/model/model-failure.ts'
import type { ModelChunk, StreamingModel } from '../../../src/planner/model/open-model.ts'
import { Thoughts } from '../../../src/planner/model/thoughts.ts'
import { composeRequest, withModel } from './cases.ts'

const IDLE_MS = 20_000

const chunk = (more: Partial<ModelChunk>): ModelChunk => ({
  ...{ text: '', additional_kwargs: {}, response_metadata: {} },
  ...more,
})
const sending = (chunks: () => AsyncIterable<ModelChunk>): StreamingModel => ({ stream: async () => chunks() })
async function* all(...chunks: readonly ModelChunk[]) {
  yield* chunks
}

/** A clock that moves when it is told to. */
const collecting = () => {
  const told: string[] = []
  const clock = { ms: 0 }
  const thoughts = new Thoughts(
    (piece) => told.push(piece),
    () => clock.ms,
  )
  return { told, clock, thoughts }
}

const call = (model: StreamingModel, thoughts: Thoughts) =>
  chatCall({
    ...{ model, thoughts, messages: [], signal: new AbortController().signal },
    ...{ deadline: performance.now() + 600_000, idleTimeoutMs: IDLE_MS, lengthMax: 1_000 },
  })

describe('What a model thinks', () => {
  it.each<[string, Partial<ModelChunk>]>([
    ['DeepSeek, llama.cpp and Ollama', { additional_kwargs: { reasoning_content: 'Orders, then.' } }],
    ['vLLM and Groq', { additional_kwargs: { reasoning: 'Orders, then.' } }],
    ['Anthropic', { content: [{ type: 'thinking', thinking: 'Orders, then.', signature: 'x' }] }],
    ['LangChain', { content: [{ type: 'reasoning', reasoning: 'Orders, then.' }] }],
    ['Mistral', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Orders, then.' }] }] }],
  ])('is understood as %s give it, and is no part of the reply', async (_, thought) => {
    const { told, thoughts } = collecting()
    const reply = await call(
      sending(() => all(chunk(thought), chunk({ text: 'Hi', response_metadata: { finish_reason: 'stop' } }))),
      thoughts,
    )
    expect([reply.text, told]).toEqual(['Hi', ['Orders, then.']])
  })

  it.each([
    { reasoning_content: 'Orders.', content: 'Hi' },
    { reasoning: 'Orders.', content: 'Hi' },
    {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Orders.' }] },
        { type: 'text', text: 'Hi' },
      ],
    },
    {
      content: [
        { type: 'reasoning', text: 'Orders.' },
        { type: 'text', text: 'Hi' },
      ],
    },
  ])('is told apart from the text in an event of an OpenAI-compatible server: %j', (delta) => {
    const data = JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })
    expect(chunksOf(data)).toMatchObject([{ choices: [{ delta: { content: 'Hi', reasoning_content: 'Orders.' } }] }])
  })

  it('is told in pieces of whole words, one a second at most, and the rest at the end', () => {
    const { told, clock, thoughts } = collecting()
    for (const word of ['The', ' shop', ' has', ' ord']) thoughts.take(word)
    expect(told).toEqual([])
    clock.ms = 1_000
    thoughts.take('ers and')
    expect(told).toEqual(['The shop has orders '])
    clock.ms = 1_900
    thoughts.take(' cus')
    expect(told).toHaveLength(1)
    thoughts.end()
    expect(told).toEqual(['The shop has orders ', 'and cus'])
    thoughts.end()
    expect(told).toHaveLength(2)
  })

  it('is told no faster by a model that thinks and says by turns', async () => {
    const { told, clock, thoughts } = collecting()
    const turns = Array.from({ length: 50 }, (_, at) => [
      chunk({ additional_kwargs: { reasoning_content: `${at} ` } }),
      chunk({ text: 'a' }),
    ])
    await call(
      sending(() => all(...turns.flat())),
      thoughts,
    )
    expect(told).toHaveLength(1)
    thoughts.take('more')
    clock.ms = 1_000
    thoughts.take('')
    expect(told.at(-1)).toBe('more')
  })

  it('is cut where a second brings more than a piece holds, and ends where it is too long in all', () => {
    const { told, clock, thoughts } = collecting()
    for (let second = 1; second <= 40; second++) {
      for (let at = 0; at < 100; at++) thoughts.take(' and so it goes on and on and on')
      clock.ms = second * 1_000
    }
    thoughts.end()
    expect(told.length).toBeLessThanOrEqual(11)
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThanOrEqual(2_001)
    expect(told.join('').length).toBeLessThanOrEqual(20_100)
    expect(told[0]).toMatch(/…$/)
  })

  it('has no address to follow, nothing to load and no control character, however it is cut', () => {
    const { told, clock, thoughts } = collecting()
    for (const piece of [
      'See ![x](ht',
      'tps://evil.exa',
      'mple/?d=Acme) or <img src=',
      'x> \u0000\u001b[31m\u202e now ',
    ]) {
      thoughts.take(piece)
      clock.ms += 1_000
    }
    thoughts.end()
    const text = told.join('')
    expect(text).toMatch(/^See .* now $/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is tested
    expect(text).not.toMatch(/https?:|evil\.|<img|!\[|[\u0000-\u0009\u001b\u202e]/)
  })

  it('keeps a call alive for as long as it goes on, and its silence ends it', async () => {
    jest.useFakeTimers({ doNotFake: ['performance', 'setImmediate', 'nextTick', 'queueMicrotask'] })
    try {
      const { told, thoughts } = collecting()
      const thinks = sending(async function* () {
        for (let at = 0; at < 6; at++) {
          yield chunk({ content: [{ type: 'thinking', thinking: `${at} ` }] })
          await jest.advanceTimersByTimeAsync(IDLE_MS * 0.9)
        }
        await jest.advanceTimersByTimeAsync(IDLE_MS)
        yield chunk({ text: 'too late' })
      })
      await expect(call(thinks, thoughts)).rejects.toMatchObject({ cause: new DeadlineExceeded('silence') })
      expect(told).toEqual(['0 1 2 3 4 5 '])
    } finally {
      jest.useRealTimers()
    }
  })

  it('goes to nobody unless it is asked for', async () => {
    const reply = { text: 'Acme leads.', reasoning: ['Acme is ', 'first.'] }
    await withModel([reply, reply], async (planner) => {
      const told: string[] = []
      const silent = await planner.compose(composeRequest(), async () => undefined)
      const shown = await planner.compose(
        { ...composeRequest(), onThought: (piece) => void told.push(piece) },
        async () => undefined,
      )
      expect([silent.message, shown.message, told]).toEqual(['Acme leads.', 'Acme leads.', ['Acme is first.']])
    })
  })
})
