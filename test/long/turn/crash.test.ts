import { once } from 'node:events'
import { Forked } from '../../support/forked.ts'
import { lookingOnce } from '../../support/model-answers.ts'
import { startPlatform } from '../../support/platform.ts'
import { startScriptedModel } from '../../support/scripted-model.ts'
import { CRASH_KINDS, CRASH_POINTS, killedWorkerSuite } from '../../turn/killed-worker.ts'

describe('Killed worker', () => {
  killedWorkerSuite(CRASH_POINTS.filter((point) => !CRASH_KINDS.includes(point)))
})

describe('Worker killed during schema exploration', () => {
  const forked = new Forked()
  afterAll(() => forked.killAll())

  it.each(['before', 'after'])('costs the waiting caller only time: %s the step', async (moment) => {
    const model = await startScriptedModel(lookingOnce(['SELECT count(*) AS customers FROM customers']))
    const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
    const platform = await startPlatform({ worker: false, env: settings })
    const victim = forked.start('crashing-worker', platform.env, `exploreSchema:${moment}`)
    const died = once(victim, 'exit')
    await once(victim, 'message')
    const answer = platform.request('/api/v1/chat/message', { json: { message: 'How many customers are there?' } })
    await died
    await platform.startWorker()
    expect((await answer).body.data).toMatchObject({ message: 'Here is what the data says.', row_count: 1 })
    await platform.close()
    await model.close()
  })
})
