import type { EvaluatedQuestion } from '../../../src/manage/evaluation/rules/evaluated-question.ts'
import { ReportWriter } from '../../../src/manage/evaluation/rules/report.ts'
import { sampleOf, type Trial, type Verdict } from '../../../src/manage/evaluation/rules/trial.ts'

const ABOUT = { organization_id: 1, database_id: 'd', database: 'shop', reported_at: '2026-11-25T00:00:00.000Z' }
const question = (id: string, tags: readonly string[] = []): EvaluatedQuestion => ({
  id,
  text: id,
  expected: { kind: 'decline' },
  tags,
})
const trial = (verdict: Verdict, durationMs: number, more: Partial<Trial> = {}): Trial => ({
  verdict,
  durationMs,
  isAnswered: verdict === 'right' || verdict === 'wrong',
  repairs: 0,
  planner: 'builtin',
  ...more,
})

/** A trial without a draft, because its gold query was refused. */
const FAILED: Trial = { verdict: 'failed', durationMs: 0, isAnswered: false, repairs: 0 }

describe('Evaluation report', () => {
  it('sums verdicts, tokens, calls, repairs and reviews, and measures latency only of trials with a draft', () => {
    const tokens = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10, calls: 1 }
    const usage = { ...tokens, estimated: false, models: [{ model: 'm', ...tokens }] }
    const writer = new ReportWriter()
    writer.add(question('a', ['x', 'y']), [
      trial('right', 10, {
        usage,
        costMicros: 110,
        reviews: 1,
        beforeReview: 'wrong',
        reviewUsage: { ...usage, inputTokens: 20 },
        wordingUsage: { ...usage, inputTokens: 5 },
        sentences: { kept: 3, leftOut: 1 },
      }),
      trial('wrong', 30, { usage, costMicros: 90, repairs: 2, reviews: 2, beforeReview: 'right' }),
    ])
    writer.add(question('b', ['x']), [trial('declined', 20), FAILED])
    const { total, tags, stable, planners } = writer.report({ ...ABOUT, repeat: 2 })
    expect(total).toEqual({
      asked: 4,
      right: 1,
      declined: 1,
      wrong: 1,
      failed: 1,
      answered: 2,
      answered_share: 0.5,
      precision: 0.5,
      repairs: 2,
      reviews: { asked: 3, mended: 1, spoilt: 1 },
      tokens: {
        input: 200,
        output: 20,
        calls: 2,
        estimated: false,
        cost_usd_micros: 200,
        steps: { drafting: 175, reviewing: 30, wording: 15 },
      },
      sentences: { kept: 3, left_out: 1 },
      latency_ms: { p50: 20, p95: 30 },
    })
    expect(tags.map(({ tag, asked }) => [tag, asked])).toEqual([
      ['x', 4],
      ['y', 2],
    ])
    expect([stable, planners]).toEqual([0, ['builtin']])
  })

  it('has a null cost if one trial has no price', () => {
    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, calls: 1, estimated: false, models: [] }
    for (const costMicros of [null, undefined]) {
      const writer = new ReportWriter()
      const unpriced = costMicros === undefined ? { usage } : { usage, costMicros }
      writer.add(question('a'), [trial('right', 1, { usage, costMicros: 5 }), trial('right', 1, unpriced)])
      expect(writer.report({ ...ABOUT, repeat: 1 }).total.tokens?.cost_usd_micros).toBeNull()
    }
  })

  it('has null precision, latency and stability without an answer', () => {
    const writer = new ReportWriter()
    writer.add(question('a'), [])
    expect(writer.report({ ...ABOUT, repeat: 1 })).toMatchObject({
      stable: null,
      total: { precision: null, latency_ms: null, tokens: null, answered_share: 0 },
    })
  })

  it('limits the sample of a wrong answer to 20 rows and a few kilobytes', () => {
    const columns = [{ name: 'a', type: 'text' } as const]
    const result = (rows: number, text: string) =>
      sampleOf({ columns, rows: Array(rows).fill({ a: text }), rowCount: rows, truncated: true, executionTimeMs: 1 })
    expect(result(300, 'x').rows).toHaveLength(20)
    expect(result(300, 'x'.repeat(4_000))).toMatchObject({ rows: [{}, {}], rowCount: 300, truncated: true })
    expect(result(1, 'x'.repeat(10_000)).rows).toEqual([])
  })
})
