import { describe, expect, it, jest } from '@jest/globals'
import { chatCall } from '../../../src/planner/model/chat-call.ts'
import { chunksOf } from '../../../src/planner/model/completion-chunk.ts'
import { DeadlineExceeded } from '../../../src/planner/model/model-failure.ts'
import type { ModelChunk, StreamingModel } from '../../../src/planner/model/open-model.ts'
import { Thoughts } from '../../../src/planner/model/thoughts.ts'
import { composeRequest, withModel } from './cases.ts'

const IDLE_MS = 20_000

const chunk = (more: Partial<ModelChunk>): ModelChunk => ({
  text: '',
  additional_kwargs: {},
  response_metadata: {},
  ...more,
})
const sending = (chunks: () => AsyncIterable<ModelChunk>): StreamingModel => ({ stream: async () => chunks() })
async function* all(...chunks: readonly ModelChunk[]) {
  yield* chunks
}

/** Collects emitted thoughts under a manual clock. */
const collecting = () => {
  const emitted: string[] = []
  const clock = { ms: 0 }
  const thoughts = new Thoughts(
    (piece) => emitted.push(piece),
    () => clock.ms,
  )
  return { emitted, clock, thoughts }
}

const call = (model: StreamingModel, thoughts: Thoughts) =>
  chatCall({
    model,
    thoughts,
    messages: [],
    signal: new AbortController().signal,
    deadline: performance.now() + 600_000,
    idleTimeoutMs: IDLE_MS,
    lengthMax: 1_000,
  })

describe('Thoughts of a model', () => {
  it.each<[string, Partial<ModelChunk>]>([
    ['DeepSeek, llama.cpp and Ollama', { additional_kwargs: { reasoning_content: 'Orders, then.' } }],
    ['vLLM and Groq', { additional_kwargs: { reasoning: 'Orders, then.' } }],
    ['Anthropic', { content: [{ type: 'thinking', thinking: 'Orders, then.', signature: 'x' }] }],
    ['LangChain', { content: [{ type: 'reasoning', reasoning: 'Orders, then.' }] }],
    ['Mistral', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Orders, then.' }] }] }],
  ])('are read in the format of %s and are not part of the reply', async (_, thought) => {
    const { emitted, thoughts } = collecting()
    const reply = await call(
      sending(() => all(chunk(thought), chunk({ text: 'Hi', response_metadata: { finish_reason: 'stop' } }))),
      thoughts,
    )
    expect([reply.text, emitted]).toEqual(['Hi', ['Orders, then.']])
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
  ])('are separated from the text of an OpenAI-compatible event: %j', (delta) => {
    const data = JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })
    expect(chunksOf(data)).toMatchObject([{ choices: [{ delta: { content: 'Hi', reasoning_content: 'Orders.' } }] }])
  })

  it('are emitted in whole words, at most once a second, and the rest at the end', () => {
    const { emitted, clock, thoughts } = collecting()
    for (const word of ['The', ' shop', ' has', ' ord']) thoughts.take(word)
    expect(emitted).toEqual([])
    clock.ms = 1_000
    thoughts.take('ers and')
    expect(emitted).toEqual(['The shop has orders '])
    clock.ms = 1_900
    thoughts.take(' cus')
    expect(emitted).toHaveLength(1)
    thoughts.end()
    expect(emitted).toEqual(['The shop has orders ', 'and cus'])
    thoughts.end()
    expect(emitted).toHaveLength(2)
  })

  it('are emitted at the same rate if thoughts and text alternate', async () => {
    const { emitted, clock, thoughts } = collecting()
    const turns = Array.from({ length: 50 }, (_, at) => [
      chunk({ additional_kwargs: { reasoning_content: `${at} ` } }),
      chunk({ text: 'a' }),
    ])
    await call(
      sending(() => all(...turns.flat())),
      thoughts,
    )
    expect(emitted).toHaveLength(1)
    thoughts.take('more')
    clock.ms = 1_000
    thoughts.take('')
    expect(emitted.at(-1)).toBe('more')
  })

  it('are truncated per piece and in total', () => {
    const { emitted, clock, thoughts } = collecting()
    for (let second = 1; second <= 40; second++) {
      for (let at = 0; at < 100; at++) thoughts.take(' and so it goes on and on and on')
      clock.ms = second * 1_000
    }
    thoughts.end()
    expect(emitted.length).toBeLessThanOrEqual(11)
    expect(Math.max(...emitted.map(({ length }) => length))).toBeLessThanOrEqual(2_001)
    expect(emitted.join('').length).toBeLessThanOrEqual(20_100)
    expect(emitted[0]).toMatch(/…$/)
  })

  it('contain no link, no image and no control character, however they are split', () => {
    const { emitted, clock, thoughts } = collecting()
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
    const text = emitted.join('')
    expect(text).toMatch(/^See .* now $/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is tested
    expect(text).not.toMatch(/https?:|evil\.|<img|!\[|[\u0000-\u0009\u001b\u202e]/)
  })

  it('keep a call alive, and their silence ends it', async () => {
    jest.useFakeTimers({ doNotFake: ['performance', 'setImmediate', 'nextTick', 'queueMicrotask'] })
    try {
      const { emitted, thoughts } = collecting()
      const thinks = sending(async function* () {
        for (let at = 0; at < 6; at++) {
          yield chunk({ content: [{ type: 'thinking', thinking: `${at} ` }] })
          await jest.advanceTimersByTimeAsync(IDLE_MS * 0.9)
        }
        await jest.advanceTimersByTimeAsync(IDLE_MS)
        yield chunk({ text: 'too late' })
      })
      await expect(call(thinks, thoughts)).rejects.toMatchObject({ cause: new DeadlineExceeded('silence') })
      expect(emitted).toEqual(['0 1 2 3 4 5 '])
    } finally {
      jest.useRealTimers()
    }
  })

  it('are emitted only if requested', async () => {
    const reply = { text: 'Acme leads.', reasoning: ['Acme is ', 'first.'] }
    await withModel([reply, reply], async (planner) => {
      const emitted: string[] = []
      const silent = await planner.compose(composeRequest(), async () => undefined)
      const shown = await planner.compose(
        { ...composeRequest(), onThought: (piece) => void emitted.push(piece) },
        async () => undefined,
      )
      expect([silent.message, shown.message, emitted]).toEqual(['Acme leads.', 'Acme leads.', ['Acme is first.']])
    })
  })
})
