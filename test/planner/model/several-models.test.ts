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

/** A planner whose models are on one server, each with replies of its own, and which of them were asked. */
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
    return { result, asked: server.requests.map(({ body }) => body.model) }
  } finally {
    await server.close()
  }
}

const composed = async (replies: Replies, settings: Partial<ModelSettings> = {}) => {
  const emitted: string[] = []
  const { result, asked } = await withModels(replies, settings, (planner) =>
    planner.compose(composeRequest(), async (chunk) => void emitted.push(chunk)),
  )
  return { ...result, emitted, asked }
}

describe('The fallback drafts where the first model fails in a way that may pass', () => {
  it.each([
    ['a 500', serverError(), 5_000],
    ['a 429 with Retry-After, at once', tooManyRequests(), 5_000],
    ['half a stream', { text: '{"mode"', end: 'cut' }, 5_000],
    ['all of its time, while the fallback has its own', { silent: true }, 1_500],
  ] as const)('%s: the draft names who wrote it, and counts the tokens of both', async (_, reply, callTimeoutMs) => {
    const { result, asked } = await withModels(
      { first: [reply], second: [json(REPLY)] },
      { callTimeoutMs },
      (planner) => planner.draft(draftRequest()),
    )
    expect(result).toMatchObject({ mode: 'query', query: QUERY, planner: 'model:openai:second', usage: { calls: 2 } })
    expect(asked).toEqual(['first', 'second'])
  })

  it('and not where it would fail again', async () => {
    const replies = { first: [{ status: 401, body: '{}' }], second: [json(REPLY)] }
    const { asked } = await withModels(replies, {}, async (planner) => {
      expect(await problemOf(planner.draft(draftRequest()))).toMatchObject({ transient: false })
    })
    expect(asked).toEqual(['first'])
  })

  it('nor where the question was cancelled, of which the budget hears what it has used', async () => {
    const cancel = new AbortController()
    const told: Usage[] = []
    const budget = { refusal: async () => undefined, cutOff: async (usage: Usage) => void told.push(usage) }
    const replies = { first: [json({ mode: 'sql' }), { silent: true }] }
    const { asked } = await withModels(replies, {}, async (planner, { requests }) => {
      const drafting = planner.draft(draftRequest({ signal: cancel.signal, budget }))
      await waitFor('the correction', async () => requests[1])
      cancel.abort(new Error('cancelled'))
      await expect(drafting).rejects.toThrow('cancelled')
    })
    expect(asked).toEqual(['first', 'first'])
    expect(told).toMatchObject([{ calls: 2, estimated: true, models: [{ model: 'openai:first', calls: 2 }] }])
  })

  it('where both fail the problem is that of the first, to be tried again, with the calls of both', async () => {
    const replies = { first: [tooManyRequests()], second: [{ status: 401, body: '{}' }] }
    await withModels(replies, {}, async (planner) => {
      const problem = await problemOf(planner.draft(draftRequest()))
      expect(problem).toMatchObject({ problem: 'model_failed', transient: true, retryAfterS: 3, usage: { calls: 2 } })
    })
  })
})

describe('Answers', () => {
  it('are worded by the model for words, and drafts are made by the other', async () => {
    const server = await startScriptedModel(({ body }) => (body.model === 'words' ? { text: ANSWER } : json(REPLY)))
    const access = { baseUrl: server.baseUrl, apiKey: 'sk-secret' }
    try {
      const planner = modelPlanner({
        ...{ ...access, model: 'openai:drafts', callTimeoutMs: 5_000 },
        wording: { ...access, model: 'openai:words' },
      })
      expect(await planner.draft(draftRequest())).toMatchObject({ planner: 'model:openai:drafts' })
      expect(await planner.compose(composeRequest(), async () => undefined)).toMatchObject({ message: ANSWER })
      expect(server.requests.map(({ body }) => body.model)).toEqual(['drafts', 'words'])
    } finally {
      await server.close()
    }
  })

  it('are worded by the fallback where nothing was shown yet', async () => {
    const answer = await composed({ first: [{ text: 'Half a sen', end: 'cut' }], second: [{ text: ANSWER }] })
    expect(answer).toMatchObject({
      message: ANSWER,
      emitted: [ANSWER],
      asked: ['first', 'second'],
      usage: { calls: 2 },
    })
  })

  it('are ended by the template where a part was shown', async () => {
    const part = 'Acme made 1,234.50. Glob'
    const answer = await composed({ first: [{ text: part, end: 'cut' }], second: [{ text: ANSWER }] })
    expect(answer.asked).toEqual(['first'])
    expect(answer.message).toMatch(/^Acme made 1,234\.50\.\n\n/)
    expect(answer.emitted.join('')).toBe(answer.message)
  })

  it('are the template where the first model has taken all the time there is', async () => {
    const answer = await composed({ first: [{ silent: true }], second: [{ text: ANSWER }] }, { callTimeoutMs: 400 })
    expect(answer.asked).toEqual(['first'])
    expect(answer.message).toMatch(/Worded without the language model/)
  })

  it('are the template where both fail', async () => {
    const answer = await composed({ first: [serverError()], second: [serverError()] })
    expect(answer.asked).toEqual(['first', 'second'])
    expect(answer.message).toMatch(/Worded without the language model/)
    expect(answer.usage).toMatchObject({ calls: 2 })
  })
})

describe('Tokens', () => {
  const draftOf = (replies: Replies) => withModels(replies, {}, (planner) => planner.draft(draftRequest()))

  it('are counted for the model that they were spent on', async () => {
    const first = [json({ mode: 'sql' }, { inputTokens: 300, cachedTokens: 200 }), serverError()]
    const { result } = await draftOf({ first, second: [json(REPLY, { inputTokens: 50, outputTokens: 7 })] })
    expect(result.usage).toEqual({
      ...{ inputTokens: 350, cachedInputTokens: 200, outputTokens: 27, calls: 3, estimated: false },
      models: [
        { model: 'openai:first', inputTokens: 300, cachedInputTokens: 200, outputTokens: 20, calls: 2 },
        { model: 'openai:second', inputTokens: 50, cachedInputTokens: 0, outputTokens: 7, calls: 1 },
      ],
    })
  })

  it('are asked for before each call, with what it sends and what was spent: a refusal sends nothing', async () => {
    const heard: (readonly [boolean, number | undefined])[] = []
    const budget = {
      async refusal(tokens: number, spent: Usage | undefined) {
        heard.push([tokens > 500, spent?.calls])
        return spent === undefined ? undefined : new Problem('turn_tokens_reached')
      },
      cutOff: async () => undefined,
    }
    const { asked } = await withModels({ first: [json({ mode: 'sql' }), json(REPLY)] }, {}, async (planner) => {
      const problem = await problemOf(planner.draft(draftRequest({ budget })))
      expect(problem).toMatchObject({ problem: 'turn_tokens_reached', transient: false, usage: { calls: 1 } })
    })
    expect([asked, heard]).toEqual([
      ['first'],
      [
        [true, undefined],
        [true, 1],
      ],
    ])
  })

  it('of a cache are never more than those that were sent', async () => {
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

  it('are not sent unless they are set', async () => {
    expect(Object.keys((await sent({})) ?? {})).toEqual(
      expect.not.arrayContaining(['temperature', 'max_tokens', 'max_completion_tokens']),
    )
  })

  it('are sent as they are set', async () => {
    expect(await sent({ temperature: 0, maxTokens: 900 })).toMatchObject({ temperature: 0, max_tokens: 900 })
  })

  it('in the field that the model takes', async () => {
    const body = await sent({ model: 'openai:gpt-5-x', maxTokens: 900 })
    expect(body).toMatchObject({ max_completion_tokens: 900 })
    expect(body).not.toHaveProperty('max_tokens')
  })
})

describe('Settings', () => {
  const env = { TABLETALK_MODEL: 'openai:a', OPENAI_API_KEY: 'k' }

  it('give each model the key of its own provider', () => {
    const { model } = readConfig({
      ...env,
      ...{ TABLETALK_WORDING_MODEL: 'xai:b', XAI_API_KEY: 'm' },
      ...{
        TABLETALK_FALLBACK_MODEL: 'anthropic:c',
        TABLETALK_MODEL_TEMPERATURE: '0',
        TABLETALK_MODEL_MAX_TOKENS: '900',
        TABLETALK_EMBEDDING_MODEL: 'cohere:d',
      },
    })
    expect(model).toMatchObject({
      ...{ name: 'openai:a', apiKey: 'k', temperature: 0, maxTokens: 900 },
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
  ])('say what is wrong: %j', (given: Record<string, string>, expected) => {
    expect(() => readConfig(given)).toThrow(expected)
  })
})
