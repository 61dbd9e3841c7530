import { describe, expect, it } from '@jest/globals'
import { Problem } from '../../../src/domain/problem.ts'
import { json, type ScriptedReply, type ScriptedRequest } from '../../support/scripted-model.ts'
import { draftRequest, MANY_TABLES, problemOf, REPLY, withModel } from './cases.ts'

const lengthOf = ({ body }: ScriptedRequest): number =>
  body.messages.reduce((sum, { content }) => sum + content.length, 0)

const refused = (message: string, type: string): ScriptedReply => ({
  status: 400,
  body: JSON.stringify({ error: { message, type, code: 400 } }),
})

/** As servers of models say that a prompt is too long. */
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

/** A server of a model whose window holds so many characters. */
const windowOf =
  (characters: number, refusal: ScriptedReply) =>
  (request: ScriptedRequest): ScriptedReply =>
    lengthOf(request) > characters ? refusal : json(REPLY)

describe('A window that is smaller than the prompt', () => {
  it.each(Object.entries(TOO_LONG))('holds the tables that are asked about, as %s says it', async (_, refusal) => {
    await withModel(windowOf(9_000, refusal), async (planner, model) => {
      const request = draftRequest({ knowledge: MANY_TABLES, question: 'Total of orders by country of customers?' })
      expect(await planner.draft(request)).toMatchObject({ mode: 'query' })
      const last = model.requests.at(-1)?.body.messages[0]?.content ?? ''
      expect(last).toContain('\norders(')
      expect(last).toContain('\ncustomers(')
      expect(last).toMatch(/these \d+ of 302 tables fit the question best/)
    })
  })

  it('is found out once', async () => {
    await withModel(windowOf(9_000, TOO_LONG.OpenAI ?? {}), async (planner, model) => {
      await planner.draft(draftRequest({ knowledge: MANY_TABLES }))
      const first = model.requests.length
      await planner.draft(draftRequest({ knowledge: MANY_TABLES }))
      expect(model.requests).toHaveLength(first + 1)
    })
  })

  it('holds the reply beside it, and its correction', async () => {
    const cut = { text: '{\n  "mode": "query",\n  "query": "SELECT', finish: 'length', outputTokens: 27 }
    const window = (request: ScriptedRequest): ScriptedReply =>
      lengthOf(request) > 9_000 ? (TOO_LONG['llama.cpp'] ?? {}) : lengthOf(request) > 7_000 ? cut : json(REPLY)
    await withModel(window, async (planner, model) => {
      expect(await planner.draft(draftRequest({ knowledge: MANY_TABLES }))).toMatchObject({ mode: 'query' })
      const first = model.requests.length
      await planner.draft(draftRequest({ knowledge: MANY_TABLES }))
      expect(model.requests).toHaveLength(first + 1)
    })
  })

  it.each([
    ['a model that does not find an end', 700, {}],
    ['a model whose replies are kept short', 40, { maxTokens: 40 }],
  ])('is not blamed for %s', async (_, outputTokens, settings) => {
    const endless = { text: `{"mode": "query", "query": "${'2, '.repeat(300)}`, finish: 'length', outputTokens }
    await withModel(
      () => endless,
      async (planner, model) => {
        const problem = await problemOf(planner.draft(draftRequest({ knowledge: MANY_TABLES })))
        expect(problem).toMatchObject({ problem: 'model_failed', transient: false })
        expect(problem.message).not.toMatch(/too long/)
        const lengths = model.requests.map(lengthOf)
        expect(lengths).toHaveLength(2)
        // What is shown of such a reply takes no room from the next.
        expect((lengths[1] ?? 0) - (lengths[0] ?? 0)).toBeLessThan(600)
      },
      settings,
    )
  })

  it('is not what a long question of somebody else was', async () => {
    await withModel(windowOf(9_000, TOO_LONG.OpenAI ?? {}), async (planner, model) => {
      const long = draftRequest({ question: 'How many orders? '.repeat(460) })
      await expect(planner.draft(long)).rejects.toThrow()
      await planner.draft(draftRequest())
      const both = model.requests.at(-1)?.body.messages[0]?.content ?? ''
      expect(both).toContain('\norders(')
      expect(both).toContain('\ncustomers(')
    })
  })

  it('and than the question: has its own text, after few tries', async () => {
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
