import { askWhich } from '../../../src/planner/builtin/say/index.ts'
import { catalogOf } from '../../../src/planner/builtin/schema/index.ts'
import { statedQueryIn } from '../../../src/planner/builtin/sentence/index.ts'
import { decisionOn, type WeighedQuery } from '../../../src/planner/builtin/weigh/index.ts'
import { ASKED_AT } from './fixture.ts'
import { library } from './library.ts'

const shop = library()
const WHEN = { today: ASKED_AT.slice(0, 10), future: false }

const readingOf = async (question: string): Promise<WeighedQuery> => {
  const decision = await decisionOn(shop.knowledge, question, WHEN)
  if (decision.kind !== 'answer') throw new Error(`not answered: ${question}`)
  return decision.answer
}

describe('askWhich', () => {
  it('offers one choice per reading, whose question has exactly that reading', async () => {
    const readings = [await readingOf('How many orders are there?'), await readingOf('How many readers are there?')]
    const asks = askWhich('builtin', shop.knowledge, readings, { unknown: [] })
    const { choices = [], reply = '', suggestions } = asks ?? {}
    const queries = choices.map(({ question }) => statedQueryIn(catalogOf(shop.knowledge.view), question)?.query)
    expect(queries).toEqual(readings.map(({ query }) => query))
    expect(reply.split('\n').slice(1)).toEqual(choices.map(({ label }, index) => `${index + 1}. ${label}`))
    expect(suggestions).toEqual([])
  })

  it.each([
    [['tag'], 'I am not sure what to make of “tag”. Do you mean this?'],
    [['tag', 'vip'], 'I am not sure what to make of “tag” and “vip”. Do you mean this?'],
    [[], 'I am not sure that I read that rightly. Do you mean this?'],
  ])('writes a grammatical sentence for the unknown words %j', async (unknown, asks) => {
    const readings = [await readingOf('How many orders are there?')]
    expect(askWhich('builtin', shop.knowledge, readings, { unknown })?.reply.split('\n')[0]).toBe(asks)
  })

  it('labels each reading in full, starting with its difference from the others', async () => {
    const readings = await Promise.all(
      ['How many readers joined in 2026?', 'How many readers are there in “Lyon” joined in 2026?'].map(readingOf),
    )
    const labels = askWhich('builtin', shop.knowledge, readings, { unknown: [] })?.choices?.map(({ label }) => label)
    expect(labels).toEqual([
      'how many readers joined in 2026, without more conditions',
      'in “Lyon”: how many readers joined in 2026',
    ])
  })
})
