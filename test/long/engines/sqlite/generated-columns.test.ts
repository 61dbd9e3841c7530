import { generationSources } from '../../../../src/engines/sqlite/describe/generated-columns.ts'
import { HOLD_MS_MAX, threadCostMs } from '../../../support/cost.ts'

/** Upper bound of a definition, which the customer writes. */
const HOSTILE_CHARACTERS = 60_000
const NAMES = ['id', 'name', 'odd, ) name', 'sum', 'other']

describe('generationSources', () => {
  it('does not block the event loop for any definition', async () => {
    for (const piece of ["'", '"', '`', '[', '(', '/*', '--', '*/', 'a', ',', "''a"]) {
      const definition = `CREATE TABLE t (${piece.repeat(HOSTILE_CHARACTERS / piece.length)}`
      expect(await threadCostMs(() => generationSources(definition, NAMES)('sum'))).toBeLessThan(HOLD_MS_MAX)
    }
  })
})
