import { afterEach, describe, expect, it } from '@jest/globals'
import { readConfig } from '../../../src/config.ts'
import { modelPlanner } from '../../../src/planner/model/index.ts'
import { modelEmbedder } from '../../../src/planner/model/model-embedder.ts'
import { MODEL_PROVIDERS } from '../../../src/planner/model/model-providers.ts'
import { PROTOCOLS } from '../../support/provider-protocols.ts'
import { json, type ScriptedReply, startScriptedModel } from '../../support/scripted-model.ts'
import { startProtocolServer } from '../../support/scripted-protocol.ts'
import { draftRequest, problemOf, QUERY, REPLY } from './cases.ts'

const VARIABLES = [...new Set(Object.values(MODEL_PROVIDERS).flatMap(({ keyVariable }) => keyVariable ?? []))]
const ALL_KEYS = Object.fromEntries(VARIABLES.map((name) => [name, `key-of-${name}`]))
const set = new Set<string>()

/** Sets variables of the process, because clients of providers read the environment directly. */
const setEnvironment = (values: Readonly<Record<string, string>>) => {
  for (const name of Object.keys(values)) set.add(name)
  Object.assign(process.env, values)
}

afterEach(() => {
  for (const name of set) delete process.env[name]
  set.clear()
})

const modelOf = (model: string, more: Readonly<Record<string, string>> = {}) =>
  readConfig({ TABLETALK_MODEL: model, ...ALL_KEYS, ...more }).model

describe('API key of a provider', () => {
  it.each(Object.entries(MODEL_PROVIDERS))('is selected for %s', (provider, { keyVariable }) => {
    const model = modelOf(`${provider}:some-model`)
    expect(model?.apiKey).toBe(keyVariable === undefined ? undefined : `key-of-${keyVariable}`)
  })

  it.each([
    ['gpt-5', 'OPENAI_API_KEY'],
    ['claude-x', 'ANTHROPIC_API_KEY'],
    ['mistral-large', 'MISTRAL_API_KEY'],
    ['command-r', 'COHERE_API_KEY'],
  ])('is selected for %s, a name without a provider', (name, variable) => {
    expect(modelOf(name)?.apiKey).toBe(`key-of-${variable}`)
  })

  it('is not used for another provider', () => {
    for (const provider of Object.keys(MODEL_PROVIDERS)) {
      const { OPENAI_API_KEY } = ALL_KEYS
      const model = readConfig({ TABLETALK_MODEL: `${provider}:m`, ...(OPENAI_API_KEY && { OPENAI_API_KEY }) }).model
      expect(model?.apiKey).toBe(provider === 'openai' ? OPENAI_API_KEY : undefined)
    }
  })

  it('is used together with the URL of an OpenAI-compatible server', () => {
    const base = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }
    for (const provider of Object.keys(MODEL_PROVIDERS).filter((name) => !['openai', 'mistral'].includes(name)))
      expect(modelOf(`${provider}:m`, base)?.baseUrl).toBeUndefined()
    for (const name of ['openai:m', 'qwen3:8b', 'claude-x', 'mistral:7b'])
      expect(modelOf(name, base)).toMatchObject({ baseUrl: base.OPENAI_BASE_URL, apiKey: 'key-of-OPENAI_API_KEY' })
  })
})

describe('URL of a provider', () => {
  const urls = Object.fromEntries(
    Object.values(MODEL_PROVIDERS).flatMap(({ address }) =>
      address === undefined ? [] : [[address.variable, `http://127.0.0.1:1/${address.variable}`]],
    ),
  )

  it.each(Object.entries(MODEL_PROVIDERS))('has a separate setting for %s', (provider, { address }) => {
    const model = modelOf(`${provider}:some-model`, urls)
    expect(model?.providerUrl).toBe(address && urls[address.variable])
  })

  it('is selected for a model name without a provider', () => {
    const model = modelOf('claude-x', urls)
    expect(model).toMatchObject({ providerUrl: urls.ANTHROPIC_BASE_URL, apiKey: 'key-of-ANTHROPIC_API_KEY' })
    expect(model).not.toHaveProperty('baseUrl')
    expect(() => modelOf('claude-x', { ANTHROPIC_BASE_URL: 'ftp://h' })).toThrow(
      /ANTHROPIC_BASE_URL: use the form http/,
    )
  })

  it.each(['anthropic', 'google-genai', 'ollama'] as const)(
    'of %s is never read from the environment by its client',
    async (name) => {
      const [asked, otherServer] = await Promise.all([
        startProtocolServer(PROTOCOLS[name], () => ({ text: JSON.stringify(REPLY) })),
        startScriptedModel(() => json(REPLY)),
      ])
      setEnvironment(
        Object.fromEntries(
          ['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_URL', 'OLLAMA_BASE_URL', 'LANGSMITH_GATEWAY'].map((variable) => [
            variable,
            otherServer.baseUrl,
          ]),
        ),
      )
      try {
        const access = { model: `${name}:m`, apiKey: 'k', providerUrl: asked.url, callTimeoutMs: 5_000 }
        expect(await modelPlanner(access).draft(draftRequest())).toMatchObject({ mode: 'query' })
        expect([asked.requests.length, otherServer.requests.length]).toEqual([1, 0])
      } finally {
        await Promise.all([asked.close(), otherServer.close()])
      }
    },
  )
})

it('Embeddings are requested at the URL of their provider', async () => {
  const server = await startProtocolServer(PROTOCOLS.openai, () => ({
    status: 200,
    body: { embeddings: [[0.25, 0.5]] },
  }))
  try {
    const embedder = modelEmbedder({ model: 'ollama:m', providerUrl: server.url })
    const { vectors } = await embedder.embed(['orders'], new AbortController().signal)
    expect(vectors).toEqual([[0.25, 0.5]])
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/embed'])
  } finally {
    await server.close()
  }
})

/** Drafts with Azure beside a server of OpenAI. @returns the outcome and the requests of each server */
const withServers = async (reply: ScriptedReply, azureKey: string | undefined) => {
  const [openAi, azure] = await Promise.all([startScriptedModel(() => reply), startScriptedModel(() => reply)])
  setEnvironment({
    OPENAI_API_KEY: 'key-of-openai',
    OPENAI_BASE_URL: openAi.baseUrl,
    AZURE_OPENAI_ENDPOINT: azure.baseUrl.replace(/\/v1$/, ''),
    AZURE_OPENAI_API_DEPLOYMENT_NAME: 'ours',
    AZURE_OPENAI_API_VERSION: '2024-10-21',
    ...(azureKey === undefined ? {} : { AZURE_OPENAI_API_KEY: azureKey }),
  })
  try {
    const { model } = readConfig({ ...process.env, TABLETALK_MODEL: 'azure_openai:gpt-5' })
    const { name = '', wording: _, fallback: __, ...access } = model ?? {}
    const planner = modelPlanner({ callTimeoutMs: 5_000, ...access, model: name })
    const asked = planner.draft(draftRequest())
    const outcome = await asked.then(
      (draft) => ({ draft }),
      () => ({ problem: problemOf(asked) }),
    )
    return { outcome, openAi: openAi.requests, azure: azure.requests }
  } finally {
    await Promise.all([openAi.close(), azure.close()])
  }
}

describe('A request to a provider', () => {
  it('contains its own key and no other', async () => {
    const { outcome, openAi, azure } = await withServers(json(REPLY), 'key-of-azure')
    expect(outcome).toMatchObject({ draft: { mode: 'query', query: QUERY } })
    expect(openAi).toHaveLength(0)
    expect(azure).toHaveLength(1)
    expect(azure[0]?.headers['api-key']).toBe('key-of-azure')
    expect(JSON.stringify(azure[0]?.headers)).not.toContain('key-of-openai')
  })

  it('is not sent with the key of another provider', async () => {
    const { outcome, openAi, azure } = await withServers(json(REPLY), undefined)
    expect(openAi.length + azure.length).toBe(0)
    expect(outcome).not.toHaveProperty('draft')
  })
})

describe('Redirect, whose target would get the prompt', () => {
  it.each([301, 302, 303, 307, 308])('is rejected finally: %i', async (status) => {
    const otherServer = await startScriptedModel(() => json(REPLY))
    const location = `${otherServer.baseUrl}/chat/completions`
    const model = await startScriptedModel(() => ({ status, headers: { location }, body: '' }))
    try {
      const settings = { model: 'openai:scripted', apiKey: 'sk-secret', baseUrl: model.baseUrl, callTimeoutMs: 5_000 }
      const problem = await problemOf(modelPlanner(settings).draft(draftRequest()))
      expect(problem).toMatchObject({ problem: 'model_failed', transient: false })
      expect(`${problem.message} ${problem.cause}`).not.toMatch(/127\.0\.0\.1|redirect/)
      expect(model.requests).toHaveLength(1)
      expect(otherServer.requests).toHaveLength(0)
    } finally {
      await Promise.all([otherServer.close(), model.close()])
    }
  })

  it('is rejected by the client of another provider', async () => {
    const otherServer = await startScriptedModel(() => json(REPLY))
    try {
      const reply = { status: 307, headers: { location: `${otherServer.baseUrl}/chat/completions` }, body: '' }
      const { azure } = await withServers(reply, 'key-of-azure')
      expect(azure).toHaveLength(1)
      expect(otherServer.requests).toHaveLength(0)
    } finally {
      await otherServer.close()
    }
  })
})
