import { createServer } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { modelPlanner } from '../../../src/planner/model/index.ts'
import { json, startScriptedModel } from '../../support/scripted-model.ts'
import { waitFor } from '../../support/wait-for.ts'
import { composeRequest, draftRequest, problemOf, QUERY, REPLY } from './cases.ts'
import { ANSWER, accessOf, emitted, GOOD, HALF, PROVIDERS, type Provider, withProvider } from './with-provider.ts'

/** The requested format in the request of each provider. */
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
describe.each(PROVIDERS)('Protocol of %s', (provider) => {
  it('requests a draft in the strictest format and reads its chunks and tokens', async () => {
    const reply = { ...GOOD, inputTokens: 2_000, outputTokens: 40 }
    await withProvider(provider, [reply], async (planner, { requests }) => {
      const draft = await planner.draft(draftRequest())
      expect(draft).toMatchObject({ mode: 'query', query: QUERY })
      expect(draft.usage).toMatchObject({ inputTokens: 2_000, outputTokens: 40, calls: 1, estimated: false })
      expect(FORMAT[provider](requests[0]?.body ?? {})).toMatchObject(STRICTEST[provider] as object)
    })
  })

  it('streams a complete answer', async () => {
    await withProvider(provider, [{ text: ANSWER }], async (planner, { requests }) => {
      expect(await emitted(planner)).toMatchObject({ message: ANSWER, chunks: [ANSWER] })
      expect(FORMAT[provider](requests[0]?.body ?? {}) ?? {}).not.toHaveProperty('responseSchema')
    })
  })

  it('falls back to the next weaker format if one is rejected, and remembers it', async () => {
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

  it.each(['length', 'stop'] as const)('corrects an empty or half reply that ends with %s', async (finish) => {
    const unusable = finish === 'length' ? { text: HALF, finish } : { text: '', finish }
    await withProvider(provider, [unusable, GOOD], async (planner, { requests }) => {
      expect(await planner.draft(draftRequest())).toMatchObject({ mode: 'query', usage: { calls: 2 } })
      expect(JSON.stringify(requests[1]?.body)).toMatch(finish === 'length' ? /much shorter/ : /\(empty\)/)
    })
  })

  it('fails transiently if the stream is dropped or contains an error', async () => {
    for (const end of ['cut', 'error'] as const)
      await withProvider(provider, [{ text: HALF, end }, GOOD], async (planner, { requests }) => {
        const problem = await problemOf(planner.draft(draftRequest()))
        expect(problem).toMatchObject({ transient: true, usage: { calls: 1 } })
        // Only this provider sends a status with an error inside a stream.
        if (end === 'error' && provider === 'google-genai') expect(problem.message).toMatch(/busy/)
        expect(requests).toHaveLength(1)
      })
  })

  it.each([429, 503, 529])('is busy for the time of Retry-After after a %i', async (status) => {
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
      // Ollama sends no Retry-After, and its client keeps no headers.
      expect(problem.retryAfterS).toBe(provider === 'ollama' ? undefined : 3)
      expect(requests).toHaveLength(1)
    })
  })

  it.each([401, 404])('fails finally with a %i', async (status) => {
    await withProvider(
      provider,
      [{ status, body: { error: { message: 'no' } } }, GOOD],
      async (planner, { requests }) => {
        expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: false, retryable: false })
        expect(requests).toHaveLength(1)
      },
    )
  })

  it('is model_unavailable if nothing listens', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    await new Promise((resolve) => server.close(resolve))
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const planner = modelPlanner({ ...accessOf(provider, `http://127.0.0.1:${port}`), callTimeoutMs: 5_000 })
    const problem = await problemOf(planner.draft(draftRequest()))
    expect(problem).toMatchObject({ problem: 'model_unavailable', transient: true })
  })

  it('sends only its own key and rejects a redirect', async () => {
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

  it('closes the connection at the deadline, before headers and inside the stream', async () => {
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

  it('closes the connection when the question is cancelled', async () => {
    await withProvider(provider, [{ text: HALF, end: 'hang' }], async (planner, { requests }) => {
      const cancel = new AbortController()
      const drafting = planner.draft(draftRequest({ signal: cancel.signal }))
      await waitFor('the request', async () => requests[0])
      cancel.abort(new Error('cancelled'))
      await expect(drafting).rejects.toThrow('cancelled')
      expect(await requests[0]?.hungUp).toBe(true)
    })
  })

  it('continues one question when another is cancelled inside its stream', async () => {
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
