import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { expect, it } from '@jest/globals'
import { awaitAllCallbacks } from '@langchain/core/callbacks/promises'
import { json, startScriptedModel } from '../../support/scripted-model.ts'
import { composeRequest, draftRequest, REPLY, withModel } from './cases.ts'

it('modelPlanner contacts only the configured server: no token tables, no tracing', async () => {
  const contacted = new Set<string>()
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('lookup', (_error, _address, _family, host) => contacted.add(host))
    socket.on('connectionAttempt', (address) => contacted.add(address))
  }
  subscribe('net.client.socket', watch)
  try {
    await withModel([json(REPLY, { usage: 'none' }), { text: 'Acme leads.', usage: 'none' }], async (planner) => {
      await planner.draft(draftRequest())
      await planner.compose(composeRequest(), async () => {})
    })
  } finally {
    unsubscribe('net.client.socket', watch)
  }
  expect([...contacted]).toEqual(['127.0.0.1'])
})

it('modelPlanner sends no traces even if the environment enables them', async () => {
  const tracer = await startScriptedModel(() => ({ body: '{}' }))
  const variables = { LANGSMITH_TRACING: 'true', LANGSMITH_ENDPOINT: tracer.baseUrl, LANGSMITH_API_KEY: 'ls' }
  Object.assign(process.env, variables)
  try {
    await withModel([json(REPLY)], (planner) => planner.draft(draftRequest()))
    await awaitAllCallbacks()
    expect(tracer.requests).toHaveLength(0)
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name]
    await tracer.close()
  }
})

it('modelPlanner keeps concurrent questions apart', async () => {
  const script = (request: { body: { messages: readonly { content: string }[] } }) => {
    const question = /Question\n(\w+)/.exec(request.body.messages[1]?.content ?? '')?.[1] ?? ''
    return json({ ...REPLY, query: `SELECT '${question}' AS asked` }, { pauseMs: 1 })
  }
  await withModel(script, async (planner) => {
    const words = ['one', 'two', 'three', 'four', 'five', 'six']
    const drafts = await Promise.all(words.map((question) => planner.draft(draftRequest({ question }))))
    expect(drafts.map((draft) => draft.mode === 'query' && draft.query)).toEqual(
      words.map((word) => `SELECT '${word}' AS asked`),
    )
  })
})
