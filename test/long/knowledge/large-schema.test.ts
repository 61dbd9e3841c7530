import { retrieve } from '../../../src/knowledge/retrieval/retrieve.ts'
import { runInSlices } from '../../../src/platform/values/sliced.ts'
import { largeKnowledge } from '../../planner/builtin/large.ts'
import { HOLD_MS_MAX } from '../../support/cost.ts'
import { longestHoldMs } from '../../support/longest-hold.ts'

/** Words that each occur in the names of a tenth of the tables. */
const OF_TABLES =
  'order customer product invoice visit ticket payment site asset contract line note event group plan batch'
/** Words that each occur in a name of every table. */
const OF_ALL = 'name status total amount created id'

describe('Retrieval among 10,000 tables', () => {
  it.each([
    ['words of a tenth of the tables', OF_TABLES],
    ['words of all tables', `${OF_ALL} ${OF_TABLES} stage route check item`],
    ['words similar to names', `${OF_ALL} ${OF_TABLES}`.replaceAll('e', 'ee')],
  ])('does not block the event loop: %s', async (_, question) => {
    const knowledge = largeKnowledge({ tables: 10_000, keys: 15_000 })
    const choose = () => runInSlices(retrieve({ question, recentTurns: [], knowledge, patterns: [] }, 6_000))
    await choose()
    expect(await longestHoldMs(choose)).toBeLessThan(HOLD_MS_MAX)
  })
})
