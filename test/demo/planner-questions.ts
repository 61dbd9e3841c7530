import { type Judged, tally } from '../../bench/demo/judge.ts'
import { DemoBench } from '../../bench/demo/run.ts'
import { calibrationOf } from '../../bench/questions/calibration.ts'
import { withContext } from '../../bench/questions/with-context.ts'
import type { Demo } from '../../demo/organization.ts'
import { demoQuestions } from '../../demo/questions.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'

const today = new Date('2026-09-16T12:00:00Z')
const planner = builtinPlanner()
const questions = demoQuestions('main', today)

const withVerdict = (results: readonly Judged[], verdict: Judged['verdict']) =>
  results
    .filter((result) => result.verdict === verdict)
    .map(({ question, detail }) => `${question.question} → ${detail}`)

/** Tests of the answers of the built-in planner to the demo questions of these tenants. */
export const plannerQuestions = (tenants: Demo['tenants']): void =>
  describe.each(tenants)('the built-in planner on the demo for $name', ({ id }) => {
    const bench = new DemoBench(today)
    let results: readonly Judged[] = []
    afterAll(() => bench.close())
    beforeAll(async () => {
      results = await bench.run(planner, questions, [id])
    })

    test('answers at least 88 % of the questions correctly, and at most 1 % incorrectly', () => {
      const { total } = tally('all', results)
      expect(withVerdict(results, 'failed')).toEqual([])
      expect(withVerdict(results, 'wrong').length).toBeLessThanOrEqual(total / 100)
      expect(withVerdict(results, 'right').length).toBeGreaterThanOrEqual(0.88 * total)
    })

    test('is right at least as often as its confidence minus 0.1 in every confidence band of 30 or more answers', () => {
      const bands = calibrationOf(results).filter(({ answers }) => answers >= 30)
      expect(bands.length).toBeGreaterThan(0)
      for (const { meanConfidence, right } of bands) expect(right).toBeGreaterThanOrEqual(meanConfidence - 0.1)
    })

    test('declines other questions with an explanation and three suggestions that it can answer', async () => {
      const view = await bench.view(id)
      const declined = results.filter(({ detail }) => detail.startsWith('[decline] '))
      expect(declined.length).toBeGreaterThan(5)
      for (const { question, suggestions, detail } of declined) {
        expect(detail).toMatch(/^\[decline\] (?:I|That is)\b.*\n/)
        expect([question.question, suggestions.length]).toEqual([question.question, 3])
        for (const suggestion of suggestions) {
          const draft = await planner.draft(
            withContext({
              question: suggestion,
              askedAt: today.toISOString(),
              recentTurns: [],
              knowledge: view.knowledge,
              signal: new AbortController().signal,
            }),
          )
          expect([question.question, suggestion, draft.mode]).toEqual([question.question, suggestion, 'query'])
        }
      }
    })
  })
