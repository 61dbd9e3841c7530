import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import type { Policy } from '../../src/guard/policy.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { scriptedEmbeddings, textsOf } from '../support/scripted-embeddings.ts'
import { type ScriptedModel, serverError, startScriptedModel } from '../support/scripted-model.ts'
import { waitFor } from '../support/wait-for.ts'

jest.setTimeout(120_000)

const embeddings = scriptedEmbeddings([['shipments', 'versand']])
const drafts = modelAnswers(['SELECT count(*) AS n FROM shipments'])

let platform: Platform
let server: ScriptedModel
let isFailing = false
const observed: string[] = []
beforeAll(async () => {
  server = await startScriptedModel((request) => {
    if (!request.path.endsWith('/embeddings')) return drafts(request)
    return isFailing ? serverError() : embeddings(request)
  })
  platform = await startPlatform({
    observe: ({ kind }) => observed.push(kind),
    env: {
      TABLETALK_MODEL: 'openai:drafts',
      TABLETALK_EMBEDDING_MODEL: 'openai:meanings',
      TABLETALK_CONTEXT_TOKENS: '300',
      TABLETALK_MODEL_PRICES: 'openai:meanings=1/1',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: server.baseUrl,
      TABLETALK_ALLOW_PRIVATE_HOSTS: 'true',
    },
  })
  await setPolicy({ platform_audit: { mode: 'deny' } })
})
/** Changes the policy of the demo database. */
const setPolicy = async (changed: Policy['tables']) => {
  const { organizationId, databaseId } = platform.access
  const stored = await platform.app.store.databases.find({ organizationId }, databaseId)
  if (stored === undefined) throw new Error('no demo')
  const policy = { ...stored.policy, tables: { ...stored.policy.tables, ...changed } }
  await platform.app.store.databases.change({ organizationId }, databaseId, { policy })
}
afterAll(async () => {
  await platform.close()
  await server.close()
})

const usedOf = async (name: string) => {
  const { body } = await platform.request('/api/v1/organization')
  return body.data.model_usage.models.find(({ model }: { readonly model: string }) => model === name)
}

/** Indexes the demo database. @returns the embedding result of the job, and the texts that were sent */
const index = async () => {
  const before = server.requests.length
  const started = await platform.request(`/api/v1/databases/${platform.access.databaseId}/index`, { method: 'POST' })
  const job = await waitFor('the job', async () => {
    const { body } = await platform.request(`/api/v1/jobs/${started.body.data.id}`)
    return ['queued', 'running'].includes(body.data.status) ? undefined : body.data
  })
  expect(job.status).toBe('succeeded')
  return { embedding: job.result.embedding, sent: server.requests.slice(before).flatMap(textsOf) }
}

/** Asks a question; returns the prompt, the models that the turn used, and the embedded texts. */
const ask = async (message: string) => {
  const before = server.requests.length
  const { status } = await platform.request('/api/v1/chat/message', { json: { message } })
  expect(status).toBe(200)
  const [{ metadata }] = (await platform.request('/api/v1/chat/history?limit=1')).body.data.messages
  const calls = server.requests.slice(before)
  const drafting = calls.find(({ path }) => path.endsWith('/chat/completions'))
  const models = metadata.usage.models.map(({ model }: { readonly model: string }) => model)
  return { prompt: JSON.stringify(drafting?.body.messages), models, embedded: calls.flatMap(textsOf) }
}

const ABOUT_SHIPMENTS = /shipped_|delivered_/

it('an index with failed embeddings succeeds and reports it, and questions are answered by words', async () => {
  isFailing = true
  const { embedding } = await index()
  expect(embedding).toMatchObject({ tables: 0, embedded: 0, left_out: 19, tokens: 0 })
  expect(embedding.failure).toMatch(/busy/)
  const { prompt, embedded } = await ask('Wieviel Versand?')
  expect(prompt).not.toMatch(ABOUT_SHIPMENTS)
  expect(embedded).toEqual([])
})

it('the next index embeds only what callers may see, and counts its tokens', async () => {
  isFailing = false
  const { embedding, sent } = await index()
  expect(embedding).toMatchObject({ model: 'openai:meanings', tables: 19, embedded: 19, left_out: 0, failure: null })
  expect(sent).toHaveLength(19)
  expect(sent.join('\n')).not.toMatch(/audit|password|hash|delivered"|@/i)
  expect(await usedOf('openai:meanings')).toMatchObject({
    input_tokens: embedding.tokens,
    output_tokens: 0,
    cost_usd_micros: embedding.tokens,
  })
  const again = await index()
  expect([again.sent, again.embedding.embedded, again.embedding.tables]).toEqual([[], 0, 19])
})

it('a question finds tables by embeddings, with one call that is recorded with its turn', async () => {
  const before = await usedOf('openai:meanings')
  const { prompt, models, embedded } = await ask('Wieviel Versand?')
  expect(prompt).toMatch(ABOUT_SHIPMENTS)
  expect(embedded).toEqual(['Wieviel Versand?'])
  expect(models).toEqual(['openai:meanings', 'openai:drafts'])
  expect((await usedOf('openai:meanings')).calls).toBe(before.calls + 1)
})

it('a question whose embedding fails is answered by words, and the failure is logged', async () => {
  isFailing = true
  const { prompt, models } = await ask('Wieviel Versand heute?')
  expect(prompt).not.toMatch(ABOUT_SHIPMENTS)
  expect(models).toEqual(['openai:drafts'])
  expect(observed.filter((kind) => kind === 'embedding_failed')).toHaveLength(1)
})

it('an organization without tokens left for the month pays for no more embeddings', async () => {
  isFailing = false
  await setPolicy({ customers: { mode: 'tenant', show: ['password_hash'] } })
  await platform.app.store.organizations.change(platform.access, { limits: { tokens_per_month: 1 } })
  const { embedding, sent } = await index()
  expect(sent).toEqual([])
  expect(embedding).toMatchObject({ tables: 18, embedded: 0, left_out: 1 })
  expect(embedding.failure).toMatch(/this month/)
})
