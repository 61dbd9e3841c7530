import { FOREIGN } from '../contract/fixture.ts'
import { accepted } from '../contract/results.ts'
import { FILTERED, REFUSED } from './attacks.ts'
import { GuardBench } from './guard-bench.ts'

const bench = new GuardBench()
afterAll(() => bench.close())

describe.each(Object.entries(REFUSED))('MySQL guard refuses with %s:', (reason, drafts) => {
  it.each(drafts.map((draft) => [draft.slice(0, 150), draft]))('%s', async (_, draft) => {
    const guarded = await bench.guard(draft)
    expect(guarded).toMatchObject({ ok: false, refusal: { reason, hint: expect.stringMatching(/./) } })
    expect(JSON.stringify(guarded)).not.toMatch(FOREIGN)
  })
})

describe('MySQL guard adds filters to', () => {
  it.each(FILTERED)('%s', async (draft) => {
    accepted(await bench.guard(draft))
  })
})

it('MySQL guard is tested with at least 250 attacks', () => {
  expect(Object.values(REFUSED).flat().length + FILTERED.length).toBeGreaterThanOrEqual(250)
})
