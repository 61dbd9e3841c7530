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

describe('a question that can be read in several ways', () => {
  it('is answered with a choice for each, whose question has exactly that reading', async () => {
    const between = [await readingOf('How many orders are there?'), await readingOf('How many readers are there?')]
    const asks = askWhich('builtin', shop.knowledge, between, { unknown: [] })
    const { choices = [], reply = '', suggestions } = asks ?? {}
    const asked = choices.map(({ question }) => statedQueryIn(catalogOf(shop.knowledge.view), question)?.query)
    expect(asked).toEqual(between.map(({ query }) => query))
    expect(reply.split('\n').slice(1)).toEqual(choices.map(({ label }, index) => `${index + 1}. ${label}`))
    expect(suggestions).toEqual([])
  })

  it.each([
    [['tag'], 'I am not sure what to make of “tag”. Do you mean this?'],
    [['tag', 'vip'], 'I am not sure what to make of “tag” and “vip”. Do you mean this?'],
    [[], 'I am not sure that I read that rightly. Do you mean this?'],
  ])('is asked about in a sentence that is grammatical however many words are unknown: %j', async (unknown, asks) => {
    const between = [await readingOf('How many orders are there?')]
    expect(askWhich('builtin', shop.knowledge, between, { unknown })?.reply.split('\n')[0]).toBe(asks)
  })

  it('says each reading whole, with what tells it from the others in front', async () => {
    const between = await Promise.all(
      ['How many readers joined in 2026?', 'How many readers are there in “Lyon” joined in 2026?'].map(readingOf),
    )
    const labels = askWhich('builtin', shop.knowledge, between, { unknown: [] })?.choices?.map(({ label }) => label)
    expect(labels).toEqual([
      'how many readers joined in 2026, without more conditions',
      'in “Lyon”: how many readers joined in 2026',
    ])
  })
})
