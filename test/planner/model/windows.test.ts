import { describe, expect, it } from '@jest/globals'
import { LEARNT_TTL_MS } from '../../../src/planner/model/model-settings.ts'
import { PromptWindow } from '../../../src/planner/model/prompt-window.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { json, type ScriptedReply, type ScriptedRequest } from '../../support/scripted-model.ts'
import { draftRequest, MANY_TABLES, problemOf, REPLY, withModel } from './cases.ts'

const lengthOf = ({ body }: { readonly body: Pick<ScriptedRequest['body'], 'messages'> }): number =>
  body.messages.reduce((sum, { content }) => sum + content.length, 0)

const NOTHING = { body: { messages: [] } }

const refused = (message: string, type: string): ScriptedReply => ({
  status: 400,
  body: JSON.stringify({ error: { message, type, code: 400 } }),
})

/** Responses of model servers to a prompt that is too long. */
const TOO_LONG: Readonly<Record<string, ScriptedReply>> = {
  OpenAI: refused("This model's maximum context length is 4096 tokens.", 'invalid_request_error'),
  'llama.cpp': {
    status: 400,
    body: '{"error":{"code":400,"message":"request (2101 tokens) exceeds the available context size (2048 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":2101,"n_ctx":2048}}',
  },
  'an older llama.cpp': refused(
    'the request exceeds the available context size, try increasing it',
    'exceed_context_size_error',
  ),
  'another server': refused('prompt is too long: 9000 tokens > 8192 maximum', 'invalid_request_error'),
}

/** A model server whose context window holds this number of characters. */
const windowOf =
  (characters: number, refusal: ScriptedReply) =>
  (request: ScriptedRequest): ScriptedReply =>
    lengthOf(request) > characters ? refusal : json(REPLY)

describe('Context window smaller than the prompt', () => {
  it.each(Object.entries(TOO_LONG))('gets the tables of the question after the error of %s', async (_, refusal) => {
    await withModel(windowOf(9_000, refusal), async (planner, model) => {
      const request = draftRequest({ knowledge: MANY_TABLES, question: 'Total of orders by country of customers?' })
      expect(await planner.draft(request)).toMatchObject({ mode: 'query' })
      const last = model.requests.at(-1)?.body.messages[0]?.content ?? ''
      expect(last).toContain('\norders(')
      expect(last).toContain('\ncustomers(')
      expect(last).toMatch(/these \d+ of 302 tables fit the question best/)
    })
  })

  it('is detected once', async () => {
    await withModel(windowOf(9_000, TOO_LONG.OpenAI ?? {}), async (planner, model) => {
      await planner.draft(draftRequest({ knowledge: MANY_TABLES }))
      const first = model.requests.length
      await planner.draft(draftRequest({ knowledge: MANY_TABLES }))
      expect(model.requests).toHaveLength(first + 1)
    })
  })

  it('leaves space for the reply and its correction', async () => {
    const cut = { text: '{\n  "mode": "query",\n  "query": "SELECT', finish: 'length', outputTokens: 27 }
    const window = (request: ScriptedRequest): ScriptedReply =>
      lengthOf(request) > 9_000 ? (TOO_LONG['llama.cpp'] ?? {}) : lengthOf(request) > 7_000 ? cut : json(REPLY)
    await withModel(window, async (planner) => {
      expect(await planner.draft(draftRequest({ knowledge: MANY_TABLES }))).toMatchObject({ mode: 'query' })
    })
  })

  it('is not detected from a truncated reply', async () => {
    const cut = { text: '{\n  "mode": "query",\n  "query": "SELECT', finish: 'length', outputTokens: 100 }
    let isCut = true
    await withModel(
      () => (isCut ? cut : json(REPLY)),
      async (planner, model) => {
        const tables = draftRequest({ knowledge: MANY_TABLES })
        await problemOf(planner.draft(tables))
        isCut = false
        await planner.draft(tables)
        expect(lengthOf(model.requests.at(-1) ?? NOTHING)).toBe(lengthOf(model.requests[0] ?? NOTHING))
      },
    )
  })

  it('is remembered for a time, reported, and widened step by step', async () => {
    const learnt: [string, number][] = []
    let ms = 0
    let characters = 9_000
    const hooks = { now: () => ms, onWindowLearnt: (...args: [string, number]) => void learnt.push(args) }
    const script = (request: ScriptedRequest) => windowOf(characters, TOO_LONG.OpenAI ?? {})(request)
    await withModel(
      script,
      async (planner, model) => {
        const sent = async () => {
          await planner.draft(draftRequest({ knowledge: MANY_TABLES }))
          return lengthOf(model.requests.at(-1) ?? NOTHING)
        }
        const narrow = await sent()
        expect(learnt.every(([name, tokens]) => name === 'openai:scripted' && tokens > 0)).toBe(true)
        expect(learnt.length).toBeGreaterThan(0)
        characters = Number.POSITIVE_INFINITY
        expect(await sent()).toBe(narrow)
        const widths: number[] = []
        for (let step = 0; step < 8; step++) {
          ms += LEARNT_TTL_MS
          widths.push(await sent())
        }
        expect(widths[0]).toBeGreaterThan(narrow)
        expect(widths).toEqual(widths.toSorted((one, other) => one - other))
        expect(widths.at(-1)).toBe(lengthOf(model.requests[0] ?? NOTHING))
      },
      {},
      hooks,
    )
  })

  it.each([
    ['shorter than one that was accepted', { tokens: 900, ownTokens: 10 }],
    ['mostly the text of its caller', { tokens: 2_000, ownTokens: 1_000 }],
  ])('is not detected from a prompt that is %s', (_, refused) => {
    const window = new PromptWindow(
      () => 0,
      () => undefined,
    )
    window.accept({ tokens: 1_000, ownTokens: 10 })
    window.refuse(refused)
    expect(window.tokens).toBe(Number.POSITIVE_INFINITY)
    window.refuse({ tokens: 2_000, ownTokens: 10 })
    expect(window.tokens).toBeLessThan(2_000)
  })

  it.each([
    ['an endless reply', 700, {}],
    ['a low limit of reply tokens', 40, { maxTokens: 40 }],
  ])('is not detected from %s', async (_, outputTokens, settings) => {
    const endless = { text: `{"mode": "query", "query": "${'2, '.repeat(300)}`, finish: 'length', outputTokens }
    await withModel(
      () => endless,
      async (planner, model) => {
        const problem = await problemOf(planner.draft(draftRequest({ knowledge: MANY_TABLES })))
        expect(problem).toMatchObject({ problem: 'model_failed', transient: false })
        expect(problem.message).not.toMatch(/too long/)
        const lengths = model.requests.map(lengthOf)
        expect(lengths).toHaveLength(2)
        // The excerpt of such a reply in the correction is short.
        expect((lengths[1] ?? 0) - (lengths[0] ?? 0)).toBeLessThan(600)
      },
      settings,
    )
  })

  it('is not detected from a long question of another caller', async () => {
    await withModel(windowOf(9_000, TOO_LONG.OpenAI ?? {}), async (planner, model) => {
      const long = draftRequest({ question: 'How many orders? '.repeat(460) })
      await expect(planner.draft(long)).rejects.toThrow()
      await planner.draft(draftRequest())
      const both = model.requests.at(-1)?.body.messages[0]?.content ?? ''
      expect(both).toContain('\norders(')
      expect(both).toContain('\ncustomers(')
    })
  })

  it('has a separate message after a few attempts if it is smaller than the question', async () => {
    await withModel(windowOf(100, TOO_LONG.OpenAI ?? {}), async (planner, model) => {
      const problem: unknown = await planner
        .draft(draftRequest({ knowledge: MANY_TABLES }))
        .catch((error: unknown) => error)
      expect(problem).toBeInstanceOf(Problem)
      expect(problem).toMatchObject({ problem: 'model_failed', transient: false })
      expect(String(problem)).toMatch(/too long for the language model/)
      expect(model.requests.length).toBeLessThanOrEqual(7)
    })
  })
})
