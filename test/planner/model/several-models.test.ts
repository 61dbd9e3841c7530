import { describe, expect, it } from '@jest/globals'
import type { Usage } from '../../../src/ask/rules/draft.ts'
import { readConfig } from '../../../src/config.ts'
import { modelPlanner } from '../../../src/planner/model/index.ts'
import type { ModelSettings } from '../../../src/planner/model/model-settings.ts'
import type { Planner } from '../../../src/planner/planner.ts'
import { modelFaults } from '../../../src/platform/config/model-faults.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import {
  json,
  type ScriptedModel,
  type ScriptedReply,
  serverError,
  startScriptedModel,
  tooManyRequests,
} from '../../support/scripted-model.ts'
import { waitFor } from '../../support/wait-for.ts'
import { composeRequest, draftRequest, problemOf, QUERY, REPLY } from './cases.ts'

const ANSWER = 'Acme made 1,234.50 and Globex 800.'

type Replies = Readonly<Record<string, readonly ScriptedReply[]>>

/** A planner whose models share a server with replies per model. @returns the result and the models that were called */
const withModels = async <Result>(
  replies: Replies,
  settings: Partial<ModelSettings>,
  work: (planner: Planner, server: ScriptedModel) => Promise<Result>,
) => {
  const left = new Map(Object.entries(replies).map(([name, list]) => [name, [...list]]))
  const server = await startScriptedModel(({ body }) => left.get(body.model)?.shift() ?? serverError())
  const access = { baseUrl: server.baseUrl, apiKey: 'sk-secret' }
  const at = (model: string) => ({ ...access, model: `openai:${model}` })
  try {
    const planner = modelPlanner({ ...at('first'), callTimeoutMs: 5_000, fallback: at('second'), ...settings })
    const result = await work(planner, server)
    return { result, called: server.requests.map(({ body }) => body.model) }
  } finally {
    await server.close()
  }
}

const composed = async (replies: Replies, settings: Partial<ModelSettings> = {}) => {
  const emitted: string[] = []
  const { result, called } = await withModels(replies, settings, (planner) =>
    planner.compose(composeRequest(), async (chunk) => void emitted.push(chunk)),
  )
  return { ...result, emitted, called }
}

describe('Fallback for a draft', () => {
  it.each([
    ['a 500', serverError(), 5_000],
    ['a 429 with Retry-After', tooManyRequests(), 5_000],
    ['half a stream', { text: '{"mode"', end: 'cut' }, 5_000],
    ['a timeout, with a timeout of its own', { silent: true }, 1_500],
  ] as const)('drafts after %s, is named in it, and the tokens of both count', async (_, reply, callTimeoutMs) => {
    const { result, called } = await withModels(
      { first: [reply], second: [json(REPLY)] },
      { callTimeoutMs },
      (planner) => planner.draft(draftRequest()),
    )
    expect(result).toMatchObject({ mode: 'query', query: QUERY, planner: 'model:openai:second', usage: { calls: 2 } })
    expect(called).toEqual(['first', 'second'])
  })

  it('is not used after a final failure', async () => {
    const replies = { first: [{ status: 401, body: '{}' }], second: [json(REPLY)] }
    const { called } = await withModels(replies, {}, async (planner) => {
      expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: false })
    })
    expect(called).toEqual(['first'])
  })

  it('is not used after a cancellation, whose usage is reported to the budget', async () => {
    const cancel = new AbortController()
    const reported: Usage[] = []
    const budget = { refusal: async () => undefined, cutOff: async (usage: Usage) => void reported.push(usage) }
    const replies = { first: [json({ mode: 'sql' }), { silent: true }] }
    const { called } = await withModels(replies, {}, async (planner, { requests }) => {
      const drafting = planner.draft(draftRequest({ signal: cancel.signal, budget }))
      await waitFor('the correction', async () => requests[1])
      cancel.abort(new Error('cancelled'))
      await expect(drafting).rejects.toThrow('cancelled')
    })
    expect(called).toEqual(['first', 'first'])
    expect(reported).toMatchObject([{ calls: 2, estimated: true, models: [{ model: 'openai:first', calls: 2 }] }])
  })

  it('fails with the transient problem of the first model and the calls of both', async () => {
    const replies = { first: [tooManyRequests()], second: [{ status: 401, body: '{}' }] }
    await withModels(replies, {}, async (planner) => {
      const problem = await problemOf(planner.draft(draftRequest()))
      expect(problem).toMatchObject({ problem: 'model_failed', transient: true, retryAfterS: 3, usage: { calls: 2 } })
    })
  })
})

describe('Answers of several models', () => {
  it('are worded by the wording model, and drafts are made by the other', async () => {
    const server = await startScriptedModel(({ body }) => (body.model === 'words' ? { text: ANSWER } : json(REPLY)))
    const access = { baseUrl: server.baseUrl, apiKey: 'sk-secret' }
    try {
      const planner = modelPlanner({
        ...access,
        model: 'openai:drafts',
        callTimeoutMs: 5_000,
        wording: { ...access, model: 'openai:words' },
      })
      expect(await planner.draft(draftRequest())).toMatchObject({ planner: 'model:openai:drafts' })
      expect(await planner.compose(composeRequest(), async () => undefined)).toMatchObject({ message: ANSWER })
      expect(server.requests.map(({ body }) => body.model)).toEqual(['drafts', 'words'])
    } finally {
      await server.close()
    }
  })

  it('are worded by the fallback if nothing was emitted', async () => {
    const answer = await composed({ first: [{ text: 'Half a sen', end: 'cut' }], second: [{ text: ANSWER }] })
    expect(answer).toMatchObject({
      message: ANSWER,
      emitted: [ANSWER],
      called: ['first', 'second'],
      usage: { calls: 2 },
    })
  })

  it('are completed by the template if a part was emitted', async () => {
    const part = 'Acme made 1,234.50. Glob'
    const answer = await composed({ first: [{ text: part, end: 'cut' }], second: [{ text: ANSWER }] })
    expect(answer.called).toEqual(['first'])
    expect(answer.message).toMatch(/^Acme made 1,234\.50\.\n\n/)
    expect(answer.emitted.join('')).toBe(answer.message)
  })

  it('are worded by the template if the first model used all the time', async () => {
    const answer = await composed({ first: [{ silent: true }], second: [{ text: ANSWER }] }, { callTimeoutMs: 400 })
    expect(answer.called).toEqual(['first'])
    expect(answer.message).toMatch(/Worded without the language model/)
  })

  it('are worded by the template if both models fail', async () => {
    const answer = await composed({ first: [serverError()], second: [serverError()] })
    expect(answer.called).toEqual(['first', 'second'])
    expect(answer.message).toMatch(/Worded without the language model/)
    expect(answer.usage).toMatchObject({ calls: 2 })
  })
})

describe('Tokens of several models', () => {
  const draftOf = (replies: Replies) => withModels(replies, {}, (planner) => planner.draft(draftRequest()))

  it('are counted per model', async () => {
    const first = [json({ mode: 'sql' }, { inputTokens: 300, cachedTokens: 200 }), serverError()]
    const { result } = await draftOf({ first, second: [json(REPLY, { inputTokens: 50, outputTokens: 7 })] })
    expect(result.usage).toEqual({
      inputTokens: 350,
      cachedInputTokens: 200,
      outputTokens: 27,
      calls: 3,
      estimated: false,
      models: [
        { model: 'openai:first', inputTokens: 300, cachedInputTokens: 200, outputTokens: 20, calls: 2 },
        { model: 'openai:second', inputTokens: 50, cachedInputTokens: 0, outputTokens: 7, calls: 1 },
      ],
    })
  })

  it('are checked against the budget before each call, and a refusal sends nothing', async () => {
    const checks: (readonly [boolean, number | undefined])[] = []
    const budget = {
      async refusal(tokens: number, spent: Usage | undefined) {
        checks.push([tokens > 500, spent?.calls])
        return spent === undefined ? undefined : new Problem('turn_tokens_reached')
      },
      cutOff: async () => undefined,
    }
    const { called } = await withModels({ first: [json({ mode: 'sql' }), json(REPLY)] }, {}, async (planner) => {
      const problem = await problemOf(planner.draft(draftRequest({ budget })))
      expect(problem).toMatchObject({ problem: 'turn_tokens_reached', transient: false, usage: { calls: 1 } })
    })
    expect([called, checks]).toEqual([
      ['first'],
      [
        [true, undefined],
        [true, 1],
      ],
    ])
  })

  it('of a cache are never more than the input tokens', async () => {
    const { result } = await draftOf({ first: [json(REPLY, { inputTokens: 10, cachedTokens: 1_000 })] })
    expect(result.usage).toMatchObject({ inputTokens: 10, cachedInputTokens: 10 })
  })
})

describe('Temperature and length', () => {
  const sent = async (settings: Partial<ModelSettings>) => {
    const { result } = await withModels(
      { first: [json(REPLY)], 'gpt-5-x': [json(REPLY)] },
      settings,
      async (planner, server) => {
        await planner.draft(draftRequest())
        return server.requests[0]?.body
      },
    )
    return result
  }

  it('are not sent unless configured', async () => {
    expect(Object.keys((await sent({})) ?? {})).toEqual(
      expect.not.arrayContaining(['temperature', 'max_tokens', 'max_completion_tokens']),
    )
  })

  it('are sent as configured', async () => {
    expect(await sent({ temperature: 0, maxTokens: 900 })).toMatchObject({ temperature: 0, max_tokens: 900 })
  })

  it('are sent in the field that the model accepts', async () => {
    const body = await sent({ model: 'openai:gpt-5-x', maxTokens: 900 })
    expect(body).toMatchObject({ max_completion_tokens: 900 })
    expect(body).not.toHaveProperty('max_tokens')
  })
})

describe('Settings of several models', () => {
  const env = { TABLETALK_MODEL: 'openai:a', OPENAI_API_KEY: 'k' }

  it('give each model the key of its own provider', () => {
    const { model } = readConfig({
      ...env,
      TABLETALK_WORDING_MODEL: 'xai:b',
      XAI_API_KEY: 'm',
      TABLETALK_FALLBACK_MODEL: 'anthropic:c',
      TABLETALK_MODEL_TEMPERATURE: '0',
      TABLETALK_MODEL_MAX_TOKENS: '900',
      TABLETALK_EMBEDDING_MODEL: 'cohere:d',
    })
    expect(model).toMatchObject({
      name: 'openai:a',
      apiKey: 'k',
      temperature: 0,
      maxTokens: 900,
      wording: { name: 'xai:b', apiKey: 'm' },
      fallback: { name: 'anthropic:c' },
      embedding: { name: 'cohere:d' },
    })
    expect(model?.fallback).not.toHaveProperty('apiKey')
    expect(model).not.toHaveProperty('fallbackOnQuota')
    const onQuota = { ...env, TABLETALK_FALLBACK_MODEL: 'openai:b', TABLETALK_FALLBACK_ON_QUOTA: 'true' }
    expect(readConfig(onQuota).model).toMatchObject({ fallbackOnQuota: true })
    expect(modelFaults({ model })).toMatch(
      /^xai:b, which requires the package .*; anthropic:c, which requires ANTHROPIC.*; cohere:d, which requires the package @langchain\/cohere .* and COHERE_API_KEY; until it is provided, tables are found by keywords only$/,
    )
  })

  it.each([
    [{ TABLETALK_WORDING_MODEL: 'openai:b' }, /TABLETALK_WORDING_MODEL: requires TABLETALK_MODEL/],
    [{ ...env, TABLETALK_FALLBACK_ON_QUOTA: 'true' }, /TABLETALK_FALLBACK_ON_QUOTA: requires TABLETALK_FALLBACK_MODEL/],
    [{ ...env, TABLETALK_FALLBACK_MODEL: 'nobodys' }, /TABLETALK_FALLBACK_MODEL: unknown model/],
    [
      { ...env, TABLETALK_FALLBACK_MODEL: 'openai:a' },
      /TABLETALK_FALLBACK_MODEL: must not be the same model as TABLETALK_MODEL/,
    ],
    [{ TABLETALK_EMBEDDING_MODEL: 'openai:e' }, /TABLETALK_EMBEDDING_MODEL: requires TABLETALK_MODEL/],
    [
      { ...env, TABLETALK_EMBEDDING_MODEL: 'nobodys' },
      /TABLETALK_EMBEDDING_MODEL: has no known provider of embeddings/,
    ],
    [
      { ...env, TABLETALK_EMBEDDING_MODEL: 'anthropic:e' },
      /TABLETALK_EMBEDDING_MODEL: has no known provider .* one of openai,/,
    ],
    [{ ...env, TABLETALK_MODEL_TEMPERATURE: '3' }, /TABLETALK_MODEL_TEMPERATURE/],
    [{ ...env, TABLETALK_MODEL_MAX_TOKENS: '0' }, /TABLETALK_MODEL_MAX_TOKENS/],
    [
      { ...env, TABLETALK_WORDING_MODEL: 'cohere:b', TABLETALK_MODEL_MAX_TOKENS: '9' },
      /TABLETALK_MODEL_MAX_TOKENS: is not supported by cohere, the provider of TABLETALK_WORDING_MODEL/,
    ],
  ])('are rejected with the reason: %j', (given: Record<string, string>, expected) => {
    expect(() => readConfig(given)).toThrow(expected)
  })
})
