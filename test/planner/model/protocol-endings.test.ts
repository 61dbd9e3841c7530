import { describe, expect, it } from '@jest/globals'
import type { ModelSettings } from '../../../src/planner/model/index.ts'
import type { Planner } from '../../../src/planner/planner.ts'
import { ollamaOf } from '../../support/provider-protocols.ts'
import { json, startScriptedModel } from '../../support/scripted-model.ts'
import type { ProtocolScript, ProtocolServer } from '../../support/scripted-protocol.ts'
import { draftRequest, MANY_TABLES, problemOf, REPLY } from './cases.ts'
import { ANSWER, emitted, GOOD, PROVIDERS, withProvider } from './with-provider.ts'

describe('Draft that a model declines', () => {
  it.each([
    ['openai', 'declined'],
    ['openai', 'blocked'],
    ['anthropic', 'declined'],
    ['google-genai', 'declined'],
    ['google-genai', 'blocked'],
  ] as const)('is declined in the language of the question, without fallback: %s, %s', async (provider, finish) => {
    const fallback = await startScriptedModel(() => json(REPLY))
    const second = { model: 'openai:second', baseUrl: fallback.baseUrl, apiKey: 'k' }
    try {
      await withProvider(
        provider,
        () => ({ text: 'I cannot help with that', finish }),
        async (planner, { requests }) => {
          const draft = await planner.draft(draftRequest())
          expect(draft).toMatchObject({
            mode: 'decline',
            reply: expect.stringMatching(/^The language model declined/),
          })
          expect(draft.usage).toMatchObject({ calls: 1 })
          const german = await planner.draft(draftRequest({ question: 'Wie viele Bestellungen gibt es?' }))
          expect(german).toMatchObject({ mode: 'decline', reply: expect.stringMatching(/^Das Sprachmodell hat es/) })
          expect((await emitted(planner)).message).toMatch(/Worded without the language model/)
          expect(requests).toHaveLength(3)
        },
        { settings: { fallback: second } },
      )
      expect(fallback.requests).toHaveLength(0)
    } finally {
      await fallback.close()
    }
  })
})

const QUOTAS = {
  openai: {
    status: 429,
    body: {
      error: {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    },
  },
  anthropic: {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' },
    },
  },
  'google-genai': {
    status: 429,
    body: {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: 'You exceeded your current quota, please check your plan and billing details.',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }],
          },
        ],
      },
    },
  },
  mistral: { status: 402, body: { message: 'Payment required' } },
  ollama: { status: 402, body: { error: 'usage limit reached' } },
} as const

describe('Exhausted provider quota', () => {
  it.each(PROVIDERS)('uses the fallback only if it is configured: %s', async (provider) => {
    const fallback = await startScriptedModel(() => json(REPLY))
    const second = { model: 'openai:second', baseUrl: fallback.baseUrl, apiKey: 'k' }
    const draft = (settings: Partial<ModelSettings>) =>
      withProvider(
        provider,
        () => QUOTAS[provider],
        async (planner, { requests }) => {
          const outcome = await planner.draft(draftRequest()).catch((error: unknown) => error)
          expect(requests).toHaveLength(1)
          return outcome
        },
        { settings: { fallback: second, ...settings } },
      )
    try {
      const problem = await draft({})
      expect(problem).toMatchObject({ problem: 'model_failed', transient: false, retryable: false })
      expect(problem).toMatchObject({ message: expect.stringMatching(/quota/) })
      expect(fallback.requests).toHaveLength(0)
      expect(await draft({ fallbackOnQuota: true })).toMatchObject({ mode: 'query', planner: 'model:openai:second' })
    } finally {
      await fallback.close()
    }
  })

  it('is not a limit per minute of Gemini, although the error has the same status', async () => {
    const minute = structuredClone(QUOTAS['google-genai'].body) as { error: { details: unknown } }
    minute.error.details = [{ violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }] }]
    await withProvider('google-genai', [{ status: 429, body: minute }], async (planner) => {
      expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: true })
    })
  })
})

describe('Stable part of a prompt', () => {
  const questions = ['How many orders are there?', 'Which customers are in France?']
  const systemOf = (body: Readonly<Record<string, unknown>>) =>
    JSON.stringify(body.system ?? body.systemInstruction ?? [body.messages].flat()[0])

  it.each(PROVIDERS)(
    'comes first and is equal for two questions, and cached tokens are counted: %s',
    async (provider) => {
      const script: ProtocolScript = (_, number) => ({
        ...GOOD,
        inputTokens: 2_000,
        cachedTokens: number === 0 ? 0 : 1_500,
      })
      await withProvider(provider, script, async (planner, { requests }) => {
        for (const question of questions) {
          const { usage } = await planner.draft(draftRequest({ question }))
          // The client of Mistral and Ollama report no cached tokens.
          const isReported = provider !== 'mistral' && provider !== 'ollama'
          const cachedInputTokens = question === questions[0] || !isReported ? 0 : 1_500
          expect(usage).toMatchObject({ inputTokens: 2_000, cachedInputTokens, models: [{ cachedInputTokens }] })
        }
        const [first, second] = requests.map(({ body }) => systemOf(body))
        expect(first).toMatch(/Schema/)
        expect(second).toBe(first)
      })
    },
  )

  it('is marked for the cache of Anthropic, unless only some tables fit, which differ per question', async () => {
    await withProvider(
      'anthropic',
      () => GOOD,
      async (planner, { requests }) => {
        await planner.draft(draftRequest())
        await planner.draft(draftRequest({ knowledge: MANY_TABLES }))
        const [whole, part] = requests.map(({ body }) => body.system)
        expect(whole).toEqual([{ type: 'text', text: expect.anything(), cache_control: { type: 'ephemeral' } }])
        expect(JSON.stringify(part)).not.toMatch(/cache_control/)
      },
    )
  })
})

describe('Thoughts of Gemini', () => {
  it('count as output tokens, and counts of events are not summed', async () => {
    const reply = { ...GOOD, inputTokens: 2_000, cachedTokens: 300, outputTokens: 40, thoughtTokens: 60 }
    await withProvider('google-genai', [reply], async (planner) => {
      const { usage } = await planner.draft(draftRequest())
      expect(usage).toMatchObject({ inputTokens: 2_000, cachedInputTokens: 300, outputTokens: 100 })
    })
  })
})

describe('Context window of Ollama', () => {
  it('is requested as large as prompt and reply may be, and equal for every call', async () => {
    await withProvider(
      'ollama',
      (_, number) => (number === 0 ? GOOD : { text: ANSWER }),
      async (planner, { requests }) => {
        await planner.draft(draftRequest())
        await emitted(planner)
        const [drafting, wording] = requests.map(({ body }) => body)
        expect(drafting).toMatchObject({ truncate: false, shift: false, options: { num_ctx: expect.any(Number) } })
        const windowOf = (body: unknown) => Reflect.get(Object(Reflect.get(Object(body), 'options')), 'num_ctx')
        expect(windowOf(drafting)).toBeGreaterThanOrEqual(20_000 + 1_000)
        expect(windowOf(wording)).toBe(windowOf(drafting))
      },
      { settings: { contextTokens: 20_000, maxTokens: 1_000 } },
    )
  })

  it.each([
    ['from a rejection', ollamaOf('0.12.6', 3_840), () => GOOD],
    ['from a token count that fills a window', ollamaOf('0.12.5', 3_840), () => GOOD],
    [
      'from a token count far below the prompt',
      ollamaOf('0.12.5'),
      (_: unknown, number: number) => (number === 0 ? { ...GOOD, inputTokens: 1_999 } : GOOD),
    ],
  ] as const)('is detected if it is smaller than requested: %s', async (_, protocol, script) => {
    const learnt: number[] = []
    const hooks = { onWindowLearnt: (_: string, tokens: number) => void learnt.push(tokens) }
    const work = async (planner: Planner, { requests }: ProtocolServer) => {
      expect(await planner.draft(draftRequest({ knowledge: MANY_TABLES }))).toMatchObject({ mode: 'query' })
      expect(requests).toHaveLength(2)
      expect(learnt).toHaveLength(1)
    }
    await withProvider('ollama', script, work, { protocol, hooks })
  })
})
