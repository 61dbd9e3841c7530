import { displayName } from '../../../../src/access/rules/display-name.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../../support/cost.ts'

describe('displayName', () => {
  it.each(HOSTILE_SIZES)('does not block the event loop for %i characters', async (size) => {
    expect(await threadCostMs(() => displayName('a\u0301 '.repeat(size / 3)))).toBeLessThan(HOLD_MS_MAX)
  })
})
