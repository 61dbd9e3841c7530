import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import type { ScriptedReply } from '../../support/scripted-model.ts'
import { draftRequest, draftWith, problemOf, withModel } from './cases.ts'

/** Recorded replies of the server that `bench/real-model.ts` builds. */
const STREAM: ScriptedReply = {
  contentType: 'text/event-stream',
  body: await readFile(new URL('./llama-server-reply.txt', import.meta.url), 'utf8'),
}
const LOADING: ScriptedReply = {
  status: 503,
  contentType: 'application/json; charset=utf-8',
  body: '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}',
}

describe('A llama.cpp server', () => {
  it('drafts under its grammar of the schema, and its token counts are used', async () => {
    expect(await draftWith([STREAM])).toMatchObject({
      mode: 'chat',
      reply: 'Hi. I am a chatbot. I am here to assist you with your business.',
      confidence: 1,
      usage: { inputTokens: 62, cachedInputTokens: 61, outputTokens: 64, calls: 1, estimated: false },
    })
  })

  it('is transiently unavailable while it loads its model', async () => {
    await withModel([LOADING, STREAM], async (planner) => {
      const problem = await problemOf(planner.draft(draftRequest()))
      expect(problem).toMatchObject({ problem: 'model_failed', transient: true })
      expect(problem.message).toMatch(/busy/)
      expect(await planner.draft(draftRequest())).toMatchObject({ mode: 'chat' })
    })
  })
})
