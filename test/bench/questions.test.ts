import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { calibrationOf } from '../../bench/questions/calibration.ts'
import { FileBench } from '../../bench/questions/file-bench.ts'
import { glossaryFile } from '../../bench/questions/glossary-file.ts'
import { openedSet } from '../../bench/questions/opened-sets.ts'
import { parseQuestions } from '../../bench/questions/question-file.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import type { Planner } from '../../src/planner/planner.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-questions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('Benchmark questions on a file', () => {
  const file = join(folder, 'zoo.sqlite')
  let bench: FileBench
  beforeAll(() => {
    const database = new DatabaseSync(file)
    database.exec(`CREATE TABLE animals (id INTEGER PRIMARY KEY, name TEXT NOT NULL, species TEXT NOT NULL);
      INSERT INTO animals VALUES (1, 'Balu', 'bear'), (2, 'Kaa', 'snake'), (3, 'Nala', 'lion')`)
    database.close()
    const glossary = join(folder, 'glossary.json')
    writeFileSync(glossary, '{"tables":[{"table":"animals","synonyms":["creature"]}]}')
    bench = new FileBench(file, glossaryFile(glossary), new Date('2026-11-21T12:00:00Z'))
  })
  afterAll(() => bench.close())

  const ask = (question: string, gold?: string | string[] | null) =>
    bench.ask(builtinPlanner(), { id: '1', question, ...(gold === undefined ? {} : { gold }) })

  it('are answered with rows, using synonyms of the glossary file', async () => {
    expect(await ask('How many creatures are there?')).toMatchObject({ mode: 'query', rows: [[3]] })
  })

  it('are right if gold returns the same rows, and strictly right without further columns', async () => {
    const counted = await ask('How many animals are there?', 'SELECT count(*) FROM animals')
    expect(counted).toMatchObject({ verdict: 'right', strict: true })
    const listed = await ask('name and species of the animals', 'SELECT name FROM animals')
    expect(listed).toMatchObject({ verdict: 'right', strict: false })
  })

  it('are wrong if gold returns other rows, and declined without an answer', async () => {
    expect((await ask('How many animals are there?', 'SELECT 4')).verdict).toBe('wrong')
    expect((await ask('How many unicorns are there?', 'SELECT 4')).verdict).toBe('declined')
  })

  it('have a verdict for each offered choice, from asking the choice alone', async () => {
    const builtin = builtinPlanner()
    const choices = ['How many animals are there?', 'List the animals', 'How many unicorns are there?'].map(
      (question) => ({
        label: question,
        question,
      }),
    )
    const clarifying: Planner = {
      ...builtin,
      draft: async (request) =>
        request.question === 'animals?'
          ? {
              planner: 'builtin',
              mode: 'clarify',
              reply: '',
              suggestions: [],
              assumptions: [],
              confidence: 0.6,
              choices,
            }
          : builtin.draft(request),
    }
    const line = await bench.ask(clarifying, { id: '1', question: 'animals?', gold: 'SELECT 3' })
    expect(line).toMatchObject({ mode: 'clarify', verdict: 'declined' })
    expect(line.choices?.map(({ verdict }) => verdict)).toEqual(['right', 'wrong', 'declined'])
    expect((await bench.ask(clarifying, { id: '1', question: 'animals?' })).choices).toEqual(choices)
  })

  it('are answered with choices if likely readings return different rows, and with more confidence if they agree', async () => {
    const builtin = builtinPlanner()
    const choice = (question: string) => ({ label: question, question })
    const plannerWithAlternative = (query: string): Planner => ({
      ...builtin,
      draft: async (request) => ({
        ...(await builtin.draft(request)),
        mode: 'query',
        query: 'SELECT count(*) AS n FROM animals',
        explanation: 'All.',
        confidence: 0.8,
        choice: choice('one'),
        alternatives: [{ query, confidence: 0.7, choice: choice('other') }],
      }),
    })
    const question = { id: '1', question: 'animals?' }
    expect(await bench.ask(plannerWithAlternative('SELECT 4 AS n FROM animals'), question)).toMatchObject({
      mode: 'clarify',
      choices: [{ label: 'one' }, { label: 'other' }],
    })
    const confirmed = await bench.ask(plannerWithAlternative('SELECT count(name) AS names FROM animals'), question)
    expect(confirmed).toMatchObject({ mode: 'query', confidence: expect.closeTo(0.94) })
  })

  it('are right when declined if gold says that the data cannot answer', async () => {
    expect((await ask('How many unicorns are there?', null)).verdict).toBe('right')
    expect((await ask('How many animals are there?', null)).verdict).toBe('wrong')
  })
})

describe('Question set', () => {
  it('is identified by its text under any file name', () => {
    const record = join(folder, 'opened.json')
    const first = openedSet('{"id":1}', 'one.jsonl', new Date('2026-11-01T00:00:00Z'), record)
    expect(openedSet('{"id":1}', 'two.jsonl', new Date('2026-11-09T00:00:00Z'), record)).toEqual(first)
    expect(openedSet('{"id":2}', 'one.jsonl', new Date('2026-11-09T00:00:00Z'), record).firstOpened).toBe('2026-11-09')
    expect(openedSet('{"id":1}', 'one.jsonl', new Date('2026-11-10T00:00:00Z'), record).firstOpened).toBe('2026-11-01')
  })

  it('is rejected with the number of the invalid line', () => {
    expect(parseQuestions('{"id":7,"question":"a?"}\n\n')).toEqual([{ id: '7', question: 'a?' }])
    expect(() => parseQuestions('{"id":7,"question":"a?"}\n{"id":8}')).toThrow('line 2')
  })
})

describe('calibrationOf', () => {
  it('compares the confidence of answers with the share of right answers', () => {
    const graded = [
      { verdict: 'right', confidence: 0.98 },
      { verdict: 'wrong', confidence: 1 },
      { verdict: 'right', confidence: 0.72 },
      { verdict: 'declined', confidence: 0.9 },
      { verdict: 'right' },
    ]
    const [low, high, ...others] = calibrationOf(graded)
    expect(low).toMatchObject({ from: 0.7, answers: 1, right: 1 })
    expect(high).toMatchObject({ from: 0.95, to: 1, answers: 2, right: 0.5 })
    expect(high?.meanConfidence).toBeCloseTo(0.99)
    expect(others).toEqual([])
  })
})
