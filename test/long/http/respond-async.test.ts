import { modelAnswers } from '../../support/model-answers.ts'
import { startPlatform } from '../../support/platform.ts'
import { startScriptedModel } from '../../support/scripted-model.ts'
import { streamEvents } from '../../support/stream-events.ts'

const ASYNC = { Prefer: 'wait=5, respond-async' }

/** About 200 million combinations. */
const COUNTS_FOR_SECONDS = 'SELECT count(*) AS n FROM orders a, orders b, products c'

describe('Question with Prefer: respond-async', () => {
  it('has longer time limits for turn and query than a synchronous one', async () => {
    const model = await startScriptedModel(modelAnswers([COUNTS_FOR_SECONDS]))
    const own = await startPlatform({
      env: {
        TABLETALK_MODEL: 'openai:scripted',
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: model.baseUrl,
        TABLETALK_TURN_TIMEOUT: '3',
        TABLETALK_QUERY_TIMEOUT: '1',
      },
    })
    const json = { message: 'How many pairs of orders are there for each product?' }
    const synchronous = await own.request('/api/v1/chat/message', { json })
    expect([synchronous.status, synchronous.body.details[0].code]).toEqual([500, 'QUERY_TIMEOUT'])
    const accepted = await own.request('/api/v1/chat/message', { json, headers: ASYNC })
    const events = streamEvents((await own.request(accepted.body.data.stream_url)).text)
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { query_type: 'data_retrieval' } })
    await own.close()
    await model.close()
  }, 120_000)
})
