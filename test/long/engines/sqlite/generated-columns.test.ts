import { generationSources } from '../../../../src/engines/sqlite/describe/generated-columns.ts'
import { HOLD_MS_MAX, threadCostMs } from '../../../support/cost.ts'

/** Definitions are written by the customer, so that this length is an upper bound. */
const HOSTILE_CHARACTERS = 60_000
const NAMES = ['id', 'name', 'odd, ) name', 'sum', 'other']

describe('what a column is computed from', () => {
  it('is found in linear time, for every definition', async () => {
    for (const piece of ["'", '"', '`', '[', '(', '/*', '--', '*/', 'a', ',', "''a"]) {
      const definition = `CREATE TABLE t (${piece.repeat(HOSTILE_CHARACTERS / piece.length)}`
      expect(await threadCostMs(() => generationSources(definition, NAMES)('sum'))).toBeLessThan(HOLD_MS_MAX)
    }
  })
})
