import { createServer } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { type ModelNoticing, type ModelSettings, modelPlanner } from '../../../src/planner/model/index.ts'
import type { ModelAccess } from '../../../src/planner/model/model-settings.ts'
import type { Planner } from '../../../src/planner/planner.ts'
import { ollamaOf, PROTOCOLS } from '../../support/provider-protocols.ts'
import { json, startScriptedModel } from '../../support/scripted-model.ts'
import { type ProtocolScript, type ProtocolServer, startProtocolServer } from '../../support/scripted-protocol.ts'
import { waitFor } from '../../support/wait-for.ts'
import { composeRequest, draftRequest, MANY_TABLES, problemOf, QUERY, REPLY } from './cases.ts'

type Provider = keyof typeof PROTOCOLS
const PROVIDERS = ['openai', 'anthropic', 'google-genai', 'mistral', 'ollama'] as const satisfies readonly Provider[]

const GOOD = { text: JSON.stringify(REPLY) }
const HALF = JSON.stringify(REPLY).slice(0, 60)
const ANSWER = 'Acme made 1,234.50 and Globex 800.'

const accessOf = (provider: Provider, url: string): ModelAccess => ({
  model: `${provider}:scripted`,
  ...(provider === 'ollama' ? {} : { apiKey: `key-of-${provider}` }),
  ...(provider === 'openai' ? { baseUrl: `${url}/v1` } : { providerUrl: url }),
})

/** A planner whose model is a server of the provider's protocol. */
const withProvider = async <Result>(
  provider: Provider,
  script: ProtocolScript,
  work: (planner: Planner, server: ProtocolServer) => Promise<Result>,
  {
    protocol = PROTOCOLS[provider],
    settings = {},
    noticing = {},
  }: {
    readonly protocol?: (typeof PROTOCOLS)[Provider]
    readonly settings?: Partial<ModelSettings>
    readonly noticing?: ModelNoticing
  } = {},
): Promise<Result> => {
  const server = await startProtocolServer(protocol, script)
  try {
    const planner = modelPlanner({ ...accessOf(provider, server.url), callTimeoutMs: 20_000, ...settings }, noticing)
    return await work(planner, server)
  } finally {
    await server.close()
  }
}

/** What each provider's request says of the format that is asked for, from the strictest on. */
const FORMAT: Readonly<Record<Provider, (body: Readonly<Record<string, unknown>>) => unknown>> = {
  openai: ({ response_format: format }) => format,
  anthropic: ({ tool_choice: choice }) => choice,
  'google-genai': ({ generationConfig }) => generationConfig,
  mistral: ({ response_format: format }) => format,
  ollama: ({ format }) => format,
}
const STRICT = {
  properties: { mode: expect.anything(), query: expect.anything() },
  required: expect.arrayContaining(['mode']),
}
const STRICTEST: Readonly<Record<Provider, unknown>> = {
  openai: { type: 'json_schema', json_schema: { strict: true, schema: STRICT } },
  anthropic: { type: 'tool', name: 'draft' },
  'google-genai': {
    responseMimeType: 'application/json',
    responseSchema: {
      properties: { mode: { type: 'string', enum: expect.anything() }, query: { type: 'string', nullable: true } },
      propertyOrdering: expect.arrayContaining(['mode', 'query']),
    },
  },
  mistral: { type: 'json_schema', json_schema: { strict: true, schema: STRICT } },
  ollama: STRICT,
}

const emitted = async (planner: Planner) => {
  const chunks: string[] = []
  const composition = await planner.compose(composeRequest(), async (chunk) => void chunks.push(chunk))
  return { ...composition, chunks }
}

describe.each(PROVIDERS)('The protocol of %s', (provider) => {
  it('is asked for a draft in its strictest format, and its pieces and tokens are read', async () => {
    const reply = { ...GOOD, inputTokens: 2_000, outputTokens: 40 }
    await withProvider(provider, [reply], async (planner, { requests }) => {
      const draft = await planner.draft(draftRequest())
      expect(draft).toMatchObject({ mode: 'query', query: QUERY })
      expect(draft.usage).toMatchObject({ inputTokens: 2_000, outputTokens: 40, calls: 1, estimated: false })
      expect(FORMAT[provider](requests[0]?.body ?? {})).toMatchObject(STRICTEST[provider] as object)
    })
  })

  it('words an answer that ends by itself', async () => {
    await withProvider(provider, [{ text: ANSWER }], async (planner, { requests }) => {
      expect(await emitted(planner)).toMatchObject({ message: ANSWER, chunks: [ANSWER] })
      expect(FORMAT[provider](requests[0]?.body ?? {}) ?? {}).not.toHaveProperty('responseSchema')
    })
  })

  it('gives way to the next weaker format where one is refused, and that is remembered', async () => {
    const refusal = { status: 400, body: { error: { message: 'this format is not supported' } } }
    await withProvider(
      provider,
      (_, number) => (number === 0 ? refusal : GOOD),
      async (planner, { requests }) => {
        expect(await planner.draft(draftRequest())).toMatchObject({ mode: 'query', usage: { calls: 2 } })
        expect(await planner.draft(draftRequest())).toMatchObject({ mode: 'query', usage: { calls: 1 } })
        const [, second, third] = requests.map(({ body }) => FORMAT[provider](body))
        expect(third).toEqual(second)
        expect([second]).not.toMatchObject([STRICTEST[provider]])
      },
    )
  })

  it.each(['length', 'stop'] as const)(
    'has a reply corrected that is empty or half and ends with %s',
    async (finish) => {
      const unusable = finish === 'length' ? { text: HALF, finish } : { text: '', finish }
      await withProvider(provider, [unusable, GOOD], async (planner, { requests }) => {
        expect(await planner.draft(draftRequest())).toMatchObject({ mode: 'query', usage: { calls: 2 } })
        expect(JSON.stringify(requests[1]?.body)).toMatch(finish === 'length' ? /much shorter/ : /\(empty\)/)
      })
    },
  )

  it('fails in a way that may pass where the stream is cut, or an error is inside it', async () => {
    for (const end of ['cut', 'error'] as const)
      await withProvider(provider, [{ text: HALF, end }, GOOD], async (planner, { requests }) => {
        const problem = await problemOf(planner.draft(draftRequest()))
        expect(problem).toMatchObject({ transient: true, usage: { calls: 1 } })
        // The only one that gives an error inside a stream its status.
        if (end === 'error' && provider === 'google-genai') expect(problem.message).toMatch(/busy/)
        expect(requests).toHaveLength(1)
      })
  })

  it.each([429, 503, 529])('is busy with a %i, for as long as Retry-After says', async (status) => {
    const busy = {
      status,
      headers: { 'retry-after': '3' },
      body: { error: { message: 'Requests rate limit exceeded' } },
    }
    await withProvider(provider, [busy, GOOD], async (planner, { requests }) => {
      const problem = await problemOf(planner.draft(draftRequest()))
      expect(problem).toMatchObject({
        problem: 'model_failed',
        transient: true,
        message: expect.stringMatching(/busy/),
      })
      // The client of Ollama, which sends none, keeps no headers.
      expect(problem.retryAfterS).toBe(provider === 'ollama' ? undefined : 3)
      expect(requests).toHaveLength(1)
    })
  })

  it.each([401, 404])('fails for good with a %i', async (status) => {
    await withProvider(
      provider,
      [{ status, body: { error: { message: 'no' } } }, GOOD],
      async (planner, { requests }) => {
        expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: false, retryable: false })
        expect(requests).toHaveLength(1)
      },
    )
  })

  it('cannot be reached where nothing listens', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    await new Promise((resolve) => server.close(resolve))
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const planner = modelPlanner({ ...accessOf(provider, `http://127.0.0.1:${port}`), callTimeoutMs: 5_000 })
    const problem = await problemOf(planner.draft(draftRequest()))
    expect(problem).toMatchObject({ problem: 'model_unavailable', transient: true })
  })

  it('gets its own key alone, and a redirect is refused', async () => {
    const elsewhere = await startScriptedModel(() => json(REPLY))
    try {
      const redirect = { status: 307, headers: { location: `${elsewhere.baseUrl}/chat/completions` } }
      await withProvider(provider, [redirect], async (planner, { requests }) => {
        expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: false })
        const sent = JSON.stringify(requests[0]?.headers)
        expect(sent.match(/key-of-[\w-]+/g) ?? []).toEqual(provider === 'ollama' ? [] : [`key-of-${provider}`])
        expect(requests[0]?.path).not.toMatch(/key/)
      })
      expect(elsewhere.requests).toHaveLength(0)
    } finally {
      await elsewhere.close()
    }
  })

  it('is hung up on at the deadline, before headers and inside the stream', async () => {
    for (const reply of [{ silent: true }, { text: HALF, end: 'hang' }] as const)
      await withProvider(
        provider,
        [reply],
        async (planner, { requests }) => {
          expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: true })
          expect(await requests[0]?.hungUp).toBe(true)
        },
        { settings: { callTimeoutMs: 700 } },
      )
  })

  it('is hung up on when its question is cancelled', async () => {
    await withProvider(provider, [{ text: HALF, end: 'hang' }], async (planner, { requests }) => {
      const cancel = new AbortController()
      const drafting = planner.draft(draftRequest({ signal: cancel.signal }))
      await waitFor('the request', async () => requests[0])
      cancel.abort(new Error('cancelled'))
      await expect(drafting).rejects.toThrow('cancelled')
      expect(await requests[0]?.hungUp).toBe(true)
    })
  })

  it('goes on with one question when another one is cancelled in the middle of its text', async () => {
    const release = Promise.withResolvers<void>()
    await withProvider(
      provider,
      (_, number) => (number === 0 ? { ...GOOD, lastAfter: release.promise } : { text: `${ANSWER} `.repeat(50) }),
      async (planner, { requests }) => {
        const drafting = planner.draft(draftRequest())
        await waitFor('the request', async () => requests[0])
        const cancel = new AbortController()
        const wording = planner.compose(composeRequest({ signal: cancel.signal }), async () =>
          cancel.abort(new Error('cancelled')),
        )
        await expect(wording).rejects.toThrow('cancelled')
        expect(requests).toHaveLength(2)
        release.resolve()
        expect(await drafting).toMatchObject({ mode: 'query' })
      },
    )
  })
})

describe('What a model declines is told as that, in the language of the question: neither corrected nor asked of another', () => {
  it.each([
    ['openai', 'declined'],
    ['openai', 'blocked'],
    ['anthropic', 'declined'],
    ['google-genai', 'declined'],
    ['google-genai', 'blocked'],
  ] as const)('%s, %s', async (provider, finish) => {
    const fallback = await startScriptedModel(() => json(REPLY))
    const second = { model: 'openai:second', baseUrl: fallback.baseUrl, apiKey: 'k' }
    try {
      await withProvider(
        provider,
        () => ({ text: 'I cannot help with that', finish }),
        async (planner, { requests }) => {
          const draft = await planner.draft(draftRequest())
          expect(draft).toMatchObject({ mode: 'decline', reply: expect.stringMatching(/^The language model declined/) })
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
        ...{ code: 429, status: 'RESOURCE_EXHAUSTED' },
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

describe('Where the quota at a provider is used up, the fallback is asked only if a setting says so', () => {
  it.each(PROVIDERS)('%s', async (provider) => {
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

  it('which a limit for each minute is not, though Gemini says the same of it', async () => {
    const minute = structuredClone(QUOTAS['google-genai'].body) as { error: { details: unknown } }
    minute.error.details = [{ violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }] }]
    await withProvider('google-genai', [{ status: 429, body: minute }], async (planner) => {
      expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: true })
    })
  })
})

describe('The stable part of a prompt', () => {
  const questions = ['How many orders are there?', 'Which customers are in France?']
  const systemOf = (body: Readonly<Record<string, unknown>>) =>
    JSON.stringify(body.system ?? body.systemInstruction ?? [body.messages].flat()[0])

  it.each(PROVIDERS)(
    'comes first and is the same for two questions, and what was cached is counted: %s',
    async (provider) => {
      const script: ProtocolScript = (_, number) => ({
        ...GOOD,
        inputTokens: 2_000,
        cachedTokens: number === 0 ? 0 : 1_500,
      })
      await withProvider(provider, script, async (planner, { requests }) => {
        for (const question of questions) {
          const { usage } = await planner.draft(draftRequest({ question }))
          // Mistral's client and Ollama say nothing of a cache.
          const isTold = provider !== 'mistral' && provider !== 'ollama'
          const cachedInputTokens = question === questions[0] || !isTold ? 0 : 1_500
          expect(usage).toMatchObject({ inputTokens: 2_000, cachedInputTokens, models: [{ cachedInputTokens }] })
        }
        const [first, second] = requests.map(({ body }) => systemOf(body))
        expect(first).toMatch(/Schema/)
        expect(second).toBe(first)
      })
    },
  )

  it('is marked for Anthropic’s cache, unless only some tables fit, which are others for the next question', async () => {
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

describe('Thoughts', () => {
  it('of Gemini are output tokens, and each event’s counts are not added up', async () => {
    const reply = { ...GOOD, inputTokens: 2_000, cachedTokens: 300, outputTokens: 40, thoughtTokens: 60 }
    await withProvider('google-genai', [reply], async (planner) => {
      const { usage } = await planner.draft(draftRequest())
      expect(usage).toMatchObject({ inputTokens: 2_000, cachedInputTokens: 300, outputTokens: 100 })
    })
  })
})

describe('The window of Ollama, which cuts prompts in silence', () => {
  it('is asked for as large as the settings let a prompt and its reply be, and the same for every call', async () => {
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
    ['by a refusal', ollamaOf('0.12.6', 3_840), () => GOOD],
    ['by a count that fills a window', ollamaOf('0.12.5', 3_840), () => GOOD],
    [
      'by a count that is far below what was sent',
      ollamaOf('0.12.5'),
      (_: unknown, number: number) => (number === 0 ? { ...GOOD, inputTokens: 1_999 } : GOOD),
    ],
  ] as const)('is learnt of where it is smaller than was asked for: %s', async (_, protocol, script) => {
    const learnt: number[] = []
    const noticing = { onWindowLearnt: (_: string, tokens: number) => void learnt.push(tokens) }
    const work = async (planner: Planner, { requests }: ProtocolServer) => {
      expect(await planner.draft(draftRequest({ knowledge: MANY_TABLES }))).toMatchObject({ mode: 'query' })
      expect(requests).toHaveLength(2)
      expect(learnt).toHaveLength(1)
    }
    await withProvider('ollama', script, work, { protocol, noticing })
  })
})
