import { PASSING } from '../../../src/planner/builtin/read/grammar/passing-words.ts'
import { library } from './library.ts'

const shop = library()

describe('the words that a query may leave unsaid', () => {
  it('are 150 at most', () => {
    expect(PASSING.size).toBeLessThanOrEqual(150)
  })

  it('are none of what a database is called by people', () => {
    for (const word of ['status', 'priority', 'tag', 'open', 'paid', 'kind', 'type', 'per', 'average', 'new'])
      expect([word, PASSING.has(word)]).toEqual([word, false])
  })

  it('change no answer where they are left out', async () => {
    expect(await shop.value('please, how many of all the readers are there?')).toBe(
      await shop.value('how many readers'),
    )
  })
})
