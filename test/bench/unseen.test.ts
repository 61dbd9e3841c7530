import { calibrationOf } from '../../bench/questions/calibration.ts'
import type { Line } from '../../bench/questions/file-bench.ts'
import { askUnseen, UNSEEN_SETS } from '../../bench/questions/report-unseen.ts'

describe('the built-in planner on databases without a glossary', () => {
  const lines: Line[] = []
  beforeAll(async () => {
    for (const set of UNSEEN_SETS) lines.push(...(await askUnseen(set)).map(({ line }) => line))
  }, 240_000)

  const count = (verdict: Line['verdict']) => lines.filter((line) => line.verdict === verdict).length

  it('answers at least three in four questions rightly, and at most one in twenty wrongly', () => {
    expect(count('right') / lines.length).toBeGreaterThanOrEqual(0.75)
    expect(count('wrong') / lines.length).toBeLessThanOrEqual(0.05)
    expect(count('failed')).toBe(0)
  })

  it('is at least as often right as it says, wherever thirty answers or more say about the same', () => {
    const bands = calibrationOf(lines.filter(({ mode }) => mode === 'query')).filter(({ answers }) => answers >= 30)
    expect(bands.length).toBeGreaterThan(0)
    for (const { said, right } of bands) expect(right).toBeGreaterThanOrEqual(said - 0.1)
  })
})
