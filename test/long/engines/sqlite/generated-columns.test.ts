import { generationSources } from '../../../../src/engines/sqlite/describe/generated-columns.ts'
import { HOLD_MS_MAX, threadCostMs } from '../../../support/cost.ts'

/** A definition is no text of a stranger's: longer ones than this nobody writes. */
const HOSTILE_CHARACTERS = 60_000
const NAMES = ['id', 'name', 'odd, ) name', 'sum', 'other']

describe('what a column is computed from', () => {
  it('is found in the time that reading the definition takes, whatever it holds', async () => {
    for (const piece of ["'", '"', '`', '[', '(', '/*', '--', '*/', 'a', ',', "''a"]) {
      const definition = `CREATE TABLE t (${piece.repeat(HOSTILE_CHARACTERS / piece.length)}`
      expect(await threadCostMs(() => generationSources(definition, NAMES)('sum'))).toBeLessThan(HOLD_MS_MAX)
    }
  })
})
