import { describe, expect, it } from '@jest/globals'
import { chatCall } from '../../../src/planner/model/chat-call.ts'
import type { StreamingModel } from '../../../src/planner/model/open-model.ts'

/** A model that sends one text and then this metadata. */
const modelEnding = (response_metadata: Readonly<Record<string, unknown>>): StreamingModel => ({
  stream: async () =>
    (async function* () {
      yield { text: 'Half', additional_kwargs: {}, response_metadata: {} }
      yield { text: '', additional_kwargs: {}, response_metadata }
    })(),
})

describe('Finish reason of a reply', () => {
  it.each([
    [{ finish_reason: 'length' }, 'length'],
    [{ finish_reason: 'stop' }, 'stop'],
    [{ stop_reason: 'max_tokens' }, 'length'],
    [{ stop_reason: 'end_turn' }, 'stop'],
    [{ finishReason: 'MAX_TOKENS' }, 'length'],
    [{ finishReason: 'STOP' }, 'stop'],
    [{ done_reason: 'length' }, 'length'],
    [{ done_reason: 'stop' }, 'stop'],
    [{}, 'cut'],
  ])('is read from %j as %s', async (metadata, finish) => {
    const reply = await chatCall({
      model: modelEnding(metadata),
      messages: [],
      signal: new AbortController().signal,
      deadline: performance.now() + 5_000,
      idleTimeoutMs: 5_000,
      lengthMax: 1_000,
    })
    expect(reply).toMatchObject({ text: 'Half', finish })
  })
})
