import { draftWith, problemOf } from '../../../planner/model/cases.ts'

describe('The deadline of a draft', () => {
  it('is one for all its calls together', async () => {
    const slow = { text: 'prose prose prose', pieceLength: 1, pauseMs: 200 }
    const started = performance.now()
    const problem = await problemOf(draftWith([slow, { silent: true }], { callTimeoutMs: 6_000 }))
    expect(problem).toMatchObject({ transient: true, usage: { calls: 2 } })
    // Were it of each call, it would be three seconds for the first and six for the second.
    expect(performance.now() - started).toBeLessThan(8_500)
  })
})
