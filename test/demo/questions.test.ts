import { type Judged, tally } from '../../bench/demo/judge.ts'
import { DemoBench } from '../../bench/demo/run.ts'
import { DEMO } from '../../demo/organization.ts'
import { demoQuestions } from '../../demo/questions.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'

const today = new Date('2026-09-16T12:00:00Z')
const planner = builtinPlanner()
const bench = new DemoBench(today)
const questions = demoQuestions('main', today)

afterAll(() => bench.close())

const told = (judged: readonly Judged[], verdict: Judged['verdict']) =>
  judged.filter((one) => one.verdict === verdict).map(({ question, detail }) => `${question.question} → ${detail}`)

describe('the built-in planner on the demo', () => {
  describe.each(DEMO.tenants)('for $name', ({ id }) => {
    let judged: readonly Judged[] = []
    beforeAll(async () => {
      judged = await bench.run(planner, questions, [id])
    })

    test('answers at least 90 % of the questions rightly, a wrong answer counting double', () => {
      const { score, total, failed } = tally('all', judged)
      expect([score / total >= 0.9, told(judged, 'wrong')]).toEqual([true, expect.anything()])
      expect([failed, told(judged, 'failed')]).toEqual([0, []])
    })

    test('declines the rest with what it understood and three questions that it does answer', async () => {
      const view = await bench.view(id)
      for (const { question, suggestions, detail, verdict } of judged.filter(
        (one) => one.suggestions.length > 0 || one.verdict === 'declined',
      )) {
        if (verdict === 'declined') expect([question.question, suggestions.length]).toEqual([question.question, 3])
        expect([question.question, detail === '']).toEqual([question.question, false])
        for (const suggestion of suggestions) {
          const draft = await planner.draft({
            question: suggestion,
            askedAt: today.toISOString(),
            recentTurns: [],
            knowledge: view.knowledge,
            signal: new AbortController().signal,
          })
          expect([question.question, suggestion, draft.mode]).toEqual([question.question, suggestion, 'query'])
        }
      }
    })
  })
})
