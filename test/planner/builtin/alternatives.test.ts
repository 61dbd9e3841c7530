import { alternativesOf } from '../../../src/planner/builtin/say/index.ts'
import { catalogOf } from '../../../src/planner/builtin/schema/index.ts'
import { statedQueryIn } from '../../../src/planner/builtin/sentence/index.ts'
import { decide } from '../../../src/planner/builtin/weigh/decide.ts'
import { decisionOn, type WeighedQuery } from '../../../src/planner/builtin/weigh/index.ts'
import { ASKED_AT } from './fixture.ts'
import { library } from './library.ts'

const shop = library()
const WHEN = { today: ASKED_AT.slice(0, 10), future: false }

const readingOf = async (question: string, probability: number): Promise<WeighedQuery> => {
  const decision = await decisionOn(shop.knowledge, question, WHEN)
  if (decision.kind !== 'answer') throw new Error(`not answered: ${question}`)
  return { ...decision.answer, probability }
}

let orders: WeighedQuery
let readers: WeighedQuery
let books: WeighedQuery
beforeAll(async () => {
  orders = await readingOf('How many orders are there?', 0.9)
  readers = await readingOf('How many readers are there?', 0.5)
  books = await readingOf('How many books are there?', 0.29)
})

describe('Alternatives of an answered question', () => {
  it('are the readings above the probability of a comparison', () => {
    expect(decide([orders, readers, books])).toEqual({ kind: 'answer', answer: orders, others: [readers] })
  })

  const of = (others: readonly WeighedQuery[]) =>
    alternativesOf(catalogOf(shop.knowledge.view), { answer: orders, others }, ({ query }) => `shown ${query}`)

  it('are at most two in the draft, each with its query and its question', () => {
    const { choice, alternatives = [] } = of([readers, readers, books, books])
    expect(alternatives.map(({ query, confidence }) => ({ query, confidence }))).toEqual([
      { query: `shown ${readers.query}`, confidence: 0.5 },
      { query: `shown ${books.query}`, confidence: 0.29 },
    ])
    const questions = [choice, ...alternatives.map((one) => one.choice)].map((one) => one?.question ?? '')
    const queries = questions.map((question) => statedQueryIn(catalogOf(shop.knowledge.view), question)?.query)
    expect(queries).toEqual([orders.query, readers.query, books.query])
  })

  it('are empty for a single reading', () => {
    expect(of([])).toEqual({})
  })
})
