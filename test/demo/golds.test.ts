import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { GoldCopies } from '../../bench/demo/gold.ts'
import { generateDemo } from '../../demo/generate.ts'
import { DEMO } from '../../demo/organization.ts'
import { type DemoQuery, demoQuestions, goldsOf, QUESTION_SETS } from '../../demo/questions.ts'

const folder = mkdtempSync(join(tmpdir(), 'demo-golds-'))
const file = join(folder, 'demo.sqlite')
// A fixed day: early in a year, "this year" can be empty.
const today = new Date('2026-09-16T12:00:00Z')
generateDemo(file, today)
const golds = new GoldCopies(file, folder, today)
const unfiltered = new DatabaseSync(file, { readOnly: true })
const tenants = DEMO.tenants.map(({ id }) => id)
const questions = QUESTION_SETS.flatMap((set) => demoQuestions(set, today))
const queries = questions.filter((question): question is DemoQuery => question.kind === 'query')

afterAll(() => {
  golds.close()
  unfiltered.close()
  rmSync(folder, { recursive: true, force: true })
})

const tenantsOf = ({ tenant }: DemoQuery) => (tenant === undefined ? tenants : [tenant])

describe('the demo questions', () => {
  test('number at least 100, with at least 5 of every kind', () => {
    expect(demoQuestions('main', today).length).toBeGreaterThanOrEqual(100)
    const tagged = (tag: string) => questions.filter(({ tags }) => tags.includes(tag)).length
    for (const tag of [
      'count',
      'sum',
      'avg',
      'top',
      'compare',
      'time',
      'group',
      'not-in',
      'join2',
      'join3',
      'chat',
      'decline',
    ]) {
      expect([tag, tagged(tag) >= 5]).toEqual([tag, true])
    }
    expect(tagged('follow-up')).toBeGreaterThanOrEqual(20)
  })

  test('have unique ids and unique texts', () => {
    const texts = questions.map(({ question, after, tenant }) =>
      [...(after ?? []), question, tenant].join(' > ').toLowerCase(),
    )
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  test('have gold queries that return a value for at least one tenant', () => {
    const empty = queries.filter((query) =>
      tenantsOf(query).every((tenant) => {
        const found = goldsOf(query).flatMap((gold) => golds.rows(gold, tenant, query.scope).flat())
        return found.every((cell) => cell === null || cell === 0)
      }),
    )
    expect(empty.map(({ id, question }) => [id, question])).toEqual([])
  })

  test('return other rows without a tenant filter, with few exceptions', () => {
    const unnoticed = queries.filter((query) =>
      tenantsOf(query).every((tenant) => {
        const [gold = ''] = goldsOf(query)
        const rows = unfiltered
          .prepare(gold.replaceAll("'now'", `'${today.toISOString().slice(0, 10)}'`))
          .all()
          .map((row) => Object.values(row))
        return JSON.stringify(golds.rows(gold, tenant, query.scope)) === JSON.stringify(rows)
      }),
    )
    // Questions about a value that only one shop has return the same rows without a filter, and so do a few questions
    // whose answer is the same for all tenants, for example the day of the latest order.
    const others = unnoticed.filter(({ tags, tenant }) => !(tags.includes('value') && tenant !== undefined))
    expect(others.length).toBeLessThan(queries.length * 0.03)
  })
})
