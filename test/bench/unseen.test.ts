import { calibrationOf } from '../../bench/questions/calibration.ts'
import type { Line } from '../../bench/questions/file-bench.ts'
import { askUnseen, UNSEEN_SETS } from '../../bench/questions/report-unseen.ts'

describe('the built-in planner on databases without a glossary', () => {
  const lines: Line[] = []
  beforeAll(async () => {
    for (const set of UNSEEN_SETS) lines.push(...(await askUnseen(set)).map(({ line }) => line))
  }, 240_000)

  const count = (verdict: Line['verdict']) => lines.filter((line) => line.verdict === verdict).length

  it('is right in at least 85 % of its answers, and answers at least 40 %', () => {
    const answered = lines.filter(({ mode }) => mode === 'query').length
    expect(answered / lines.length).toBeGreaterThanOrEqual(0.4)
    expect(count('wrong') / answered).toBeLessThanOrEqual(0.15)
    expect(count('failed')).toBe(0)
  })

  it('is right as often as it says, wherever thirty answers or more say about the same', () => {
    const bands = calibrationOf(lines.filter(({ mode }) => mode === 'query')).filter(({ answers }) => answers >= 30)
    expect(bands.length).toBeGreaterThan(0)
    for (const { said, right } of bands) expect(Math.abs(said - right)).toBeLessThanOrEqual(0.1)
  })
})
