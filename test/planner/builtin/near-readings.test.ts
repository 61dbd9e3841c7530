import { withContext } from '../../../bench/questions/with-context.ts'
import { builtinPlanner } from '../../../src/planner/builtin/index.ts'
import { ASKED_AT } from './fixture.ts'
import { library } from './library.ts'

const shop = library()

const offered = async (question: string): Promise<readonly string[]> => {
  const { draft } = await shop.ask(question)
  return draft.mode === 'clarify' ? (draft.choices ?? []).map((choice) => choice.question) : []
}

describe('Unknown word', () => {
  test.each<[string, string]>([
    ['How many readrrz are there?', 'How many readers are there?'],
    ['How many purchasers are there?', 'How many orders are there?'],
    ['How many readers from Lyno?', 'How many readers are there in “Lyon”?'],
  ])('is offered as the most similar name or value: %s', async (question, nearest) => {
    expect(await offered(question)).toContain(nearest)
  })

  it('is not offered as a dissimilar name', async () => {
    expect(await offered('How many unicorns do we have?')).toEqual([])
  })

  it('is offered as the tables with the nearest vectors, if there are vectors', async () => {
    const vectors = { model: 'any', dimensions: 0, of: {} }
    const request = withContext({
      question: 'How many kunden?',
      askedAt: ASKED_AT,
      recentTurns: [],
      signal: new AbortController().signal,
      knowledge: { ...shop.knowledge, vectors },
    })
    const known = await request.context(Number.MAX_SAFE_INTEGER)
    const context = async () => ({ ...known, tables: known.tables.filter(({ name }) => name === 'readers') })
    const draft = await builtinPlanner().draft({ ...request, context })
    expect(draft).toMatchObject({ mode: 'clarify', choices: [{ question: 'How many readers are there?' }] })
  })
})
