import { inSlices } from '../../../src/domain/sliced.ts'
import { retrieve } from '../../../src/knowledge/retrieval/retrieve.ts'
import { largeKnowledge } from '../../planner/builtin/large.ts'
import { HOLD_MS_MAX } from '../../support/cost.ts'
import { longestHoldMs } from '../../support/longest-hold.ts'

const WORDS = 'order customer product invoice visit ticket payment site asset contract line note event group plan batch'

describe('choosing what a model is told of 10,000 tables', () => {
  it.each([
    ['words that a tenth of them have', WORDS],
    [
      'two hundred different words',
      Array.from({ length: 200 }, (_, at) => `${WORDS.split(' ')[at % 16]}${at}`).join(' '),
    ],
    ['words that are nearly those of names', WORDS.replaceAll('e', 'ee')],
  ])('holds nobody up: %s', async (_, question) => {
    const knowledge = largeKnowledge({ tables: 10_000, keys: 15_000 })
    const choose = () => inSlices(retrieve({ question, recentTurns: [], knowledge, patterns: [] }, 6_000))
    await choose()
    expect(await longestHoldMs(choose)).toBeLessThan(HOLD_MS_MAX)
  })
})
