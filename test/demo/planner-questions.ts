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

const withVerdict = (judged: readonly Judged[], verdict: Judged['verdict']) =>
  judged.filter((one) => one.verdict === verdict).map(({ question, detail }) => `${question.question} → ${detail}`)

/** What the built-in planner makes of the demo's questions, for these tenants. */
export const plannerQuestions = (tenants: Demo['tenants']): void =>
  describe.each(tenants)('the built-in planner on the demo for $name', ({ id }) => {
    const bench = new DemoBench(today)
    let judged: readonly Judged[] = []
    afterAll(() => bench.close())
    beforeAll(async () => {
      judged = await bench.run(planner, questions, [id])
    })

    test('answers at least 88 % of the questions rightly, and at most one in a hundred wrongly', () => {
      const { total } = tally('all', judged)
      expect(withVerdict(judged, 'failed')).toEqual([])
      expect(withVerdict(judged, 'wrong').length).toBeLessThanOrEqual(total / 100)
      expect(withVerdict(judged, 'right').length).toBeGreaterThanOrEqual(0.88 * total)
    })

    test('is at least as often right as it says, wherever thirty answers or more say about the same', () => {
      const bands = calibrationOf(judged).filter(({ answers }) => answers >= 30)
      expect(bands.length).toBeGreaterThan(0)
      for (const { meanConfidence, right } of bands) expect(right).toBeGreaterThanOrEqual(meanConfidence - 0.1)
    })

    test('declines the rest with what it understood and three questions that it does answer', async () => {
      const view = await bench.view(id)
      const declined = judged.filter(({ detail }) => detail.startsWith('[decline] '))
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
