import { readFileSync } from 'node:fs'
import { ask, type View } from '../../../bench/demo/asker.ts'
import { DemoBench } from '../../../bench/demo/run.ts'
import { builtDatabase } from '../../../bench/questions/built-database.ts'
import { FileBench } from '../../../bench/questions/file-bench.ts'
import { parseQuestions } from '../../../bench/questions/question-file.ts'
import { UNSEEN_SETS, unseenFile } from '../../../bench/questions/report-unseen.ts'
import { demoQuestions, QUESTION_SETS } from '../../../demo/questions.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import { builtinPlanner } from '../../../src/planner/builtin/index.ts'
import type { QueryTree } from '../../../src/planner/builtin/query/index.ts'
import { queryText } from '../../../src/planner/builtin/query/index.ts'
import { planSchema } from '../../../src/planner/builtin/say/index.ts'
import { catalogOf } from '../../../src/planner/builtin/schema/index.ts'
import { choicesOf, sentenceOf, statedQueryIn } from '../../../src/planner/builtin/sentence/index.ts'
import { proposalsOf, read } from '../../../src/planner/builtin/weigh/index.ts'
import { runToEnd } from '../../../src/platform/values/sliced.ts'

const ASKED_AT = new Date('2026-11-23T12:00:00Z')
const WHEN = { today: '2026-11-23', future: false }
const READINGS_MAX = 4
const DEMO_EVERY = 16
const ASKED_EVERY = 40

interface Reading {
  readonly view: View
  readonly question: string
  readonly tree: QueryTree
  readonly query: string
  readonly sentence: string | null
}

const readingsOf = async (view: View, question: string): Promise<readonly Reading[]> => {
  const knowledge = await view.know({ question, recentTurns: [] })
  const printed = runToEnd(proposalsOf(knowledge, runToEnd(read(knowledge, question, WHEN)), null))
  return printed.slice(0, READINGS_MAX).map(({ tree, query }) => ({
    view,
    question,
    tree,
    query,
    sentence: sentenceOf(catalogOf(knowledge.view), tree),
  }))
}

describe('Reading printed as a question', () => {
  const readings: (readonly Reading[])[] = []
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    for (const set of UNSEEN_SETS) {
      const built = builtDatabase(unseenFile(set))
      const bench = new FileBench(built.file, EMPTY_GLOSSARY, ASKED_AT)
      closing.push(() => bench.close(), built.remove)
      const questions = parseQuestions(readFileSync(unseenFile(set).replace(/sql$/, 'jsonl'), 'utf8'))
      for (const { question } of questions) readings.push(await readingsOf(await bench.view(), question))
    }
    const demo = new DemoBench(ASKED_AT)
    closing.push(() => demo.close())
    const view = await demo.view(1)
    const alone = QUESTION_SETS.flatMap((set) => demoQuestions(set, ASKED_AT)).filter(
      ({ after }) => after === undefined,
    )
    for (const { question } of alone.filter((_, at) => at % DEMO_EVERY === 0))
      readings.push(await readingsOf(view, question))
  }, 120_000)

  afterAll(async () => {
    for (const close of closing) await close()
  })

  it('exists for at least 99 % of readings', () => {
    const all = readings.flat()
    expect(all.length).toBeGreaterThan(500)
    const unprintable = all.filter(({ sentence }) => sentence === null)
    expect(unprintable.length).toBeLessThanOrEqual(all.length / 100)
  })

  it('parses to its query with any letter case, spaces and final punctuation', () => {
    for (const { sentence, query, view } of readings.flat()) {
      if (sentence === null) continue
      const written = `  ${sentence.replace(/“[^”]*”|[^“]+/g, (part) => (part.startsWith('“') ? part : part.toUpperCase()))} `
      expect(statedQueryIn(catalogOf(view.knowledge.view), written.replace(/\?? $/, ' .'))?.query).toBe(query)
    }
  })

  it('has another label than its rivals', () => {
    for (const rivals of readings) {
      const [first] = rivals
      if (first === undefined) continue
      const choices = choicesOf(catalogOf(first.view.knowledge.view), rivals.slice(0, 3))
      expect(new Set(choices.map(({ choice }) => choice.label)).size).toBe(choices.length)
    }
  })

  it('is answered by that reading with confidence 1, alone and as a follow-up', async () => {
    const planner = builtinPlanner()
    const sample = readings.flat().filter(({ sentence }, at) => sentence !== null && at % ASKED_EVERY === 0)
    expect(sample.length).toBeGreaterThan(10)
    for (const { view, question, query, sentence } of sample) {
      for (const after of [[], [question]]) {
        const { draft } = await ask(planner, view, { question: sentence ?? '', after }, ASKED_AT)
        expect(draft).toMatchObject({ mode: 'query', confidence: 1 })
        // The query that runs may also show the compared column.
        const { ir } = planSchema.parse(draft.mode === 'query' ? draft.plan : null)
        const known = view.knowledge.view
        expect(queryText(catalogOf(known), known.dialect, ir)).toBe(query)
      }
    }
  }, 60_000)
})
