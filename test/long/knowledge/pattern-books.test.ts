import { PatternIndexes } from '../../../src/knowledge/pattern-indexes.ts'
import { CacheMemory } from '../../../src/platform/memory/cache-memory.ts'
import { KNOWLEDGE } from '../../planner/model/cases.ts'
import { SERVER } from '../../store/store-fixture.ts'
import { HOLD_MS_MAX } from '../../support/cost.ts'
import { longestHoldMs } from '../../support/longest-hold.ts'

const ASKED = { question: 'How many orders with status s5 were shipped to town t7?', knowledge: KNOWLEDGE }

describe('PatternIndexes', () => {
  it('read 10,000 patterns without blocking the event loop', async () => {
    const questions = Array.from({ length: 10_000 }, (_, at) => ({
      id: String(at),
      template: null,
      question: `How many orders of customer ${at} with status s${at % 97} were shipped to town t${at % 89}?`,
    }))
    const opened = () =>
      new PatternIndexes(
        {
          version: async () => 1,
          find: async (_, id) => ({
            id,
            databaseId: 'd',
            question: id,
            query: 'SELECT 1',
            verifiedBy: '',
            createdAt: '',
            updatedAt: '',
          }),
          async questions() {
            return questions
          },
        },
        new CacheMemory(),
      )
    const held = await longestHoldMs(async () => {
      const indexes = opened()
      const ask = () => indexes.near(SERVER, 'd', ASKED)
      const found = await Promise.all([ask(), ask(), ask()])
      expect(found.map(({ length }) => length)).toEqual([3, 3, 3])
    })
    expect(held).toBeLessThan(HOLD_MS_MAX)
  })
})
