import { withoutCorrectedName } from '../../../../src/planner/builtin/words/index.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../../support/cost.ts'

it.each([
  ['orders of Ruth Hale... no wait, Owen Tully', 'orders of Owen Tully'],
  ['How many orders has Anna – sorry, Bea placed?', 'How many orders has Bea placed?'],
  ['books by Ann, I mean Bo', 'books by Ann, I mean Bo'],
  ['books by Ann, i mean Bo', 'books by Bo'],
  ['revenue of "Ruth Hale, no, i mean Owen"', 'revenue of "Owen"'],
  ['Ann, no wait, Bo sorry Cleo Park', 'Cleo Park'],
  ['Very Long And Noble Name sorry Bo', 'Very Bo'],
  ['sorry Bo', 'sorry Bo'],
  ['orders, sorry, Bo', 'orders, sorry, Bo'],
  ['orders of Ruth, no wait, of Owen', 'orders of Ruth, no wait, of Owen'],
])('withoutCorrectedName reads %s as %s', (question, corrected) =>
  expect(withoutCorrectedName(question)).toBe(corrected),
)

it.each(['Ruth Hale no wait, ', 'A', 'A ', 'Aa sorry ', ' - ', 'sorry , ', "A'"])(
  'withoutCorrectedName does not block the event loop on repetitions of "%s"',
  async (shape) => {
    for (const size of HOSTILE_SIZES) {
      const text = shape.repeat(Math.ceil(size / shape.length))
      expect(await threadCostMs(() => withoutCorrectedName(text))).toBeLessThan(HOLD_MS_MAX)
    }
  },
)
