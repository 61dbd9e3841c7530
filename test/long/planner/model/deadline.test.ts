import { draftWith, problemOf } from '../../../planner/model/cases.ts'

describe('Draft deadline', () => {
  it('applies to all model calls together', async () => {
    const slow = { text: 'prose prose prose', pieceLength: 1, pauseMs: 200 }
    const started = performance.now()
    const problem = await problemOf(draftWith([slow, { silent: true }], { callTimeoutMs: 6_000 }))
    expect(problem).toMatchObject({ transient: true, usage: { calls: 2 } })
    // With a deadline per call, the first would take 3 s and the second 6 s.
    expect(performance.now() - started).toBeLessThan(8_500)
  })
})
