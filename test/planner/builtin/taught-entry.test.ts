import { withContext } from '../../../bench/questions/with-context.ts'
import type { Draft } from '../../../src/ask/rules/draft.ts'
import { builtinPlanner } from '../../../src/planner/builtin/index.ts'
import { ASKED_AT } from './fixture.ts'
import { library } from './library.ts'

const shop = library()

const draft = async (question: string, clarifies: string, knowledge = shop.knowledge): Promise<Draft> => {
  const given = { question, askedAt: ASKED_AT, recentTurns: [], signal: new AbortController().signal, knowledge }
  const drafted = await builtinPlanner().draft(withContext({ ...given, clarifies }))
  if (drafted.mode === 'look' || drafted.mode === 'accept') throw new Error('a mode that was not offered')
  return drafted
}

const taught = async (unclear: string, choice: string, knowledge = shop.knowledge) => {
  const drafted = await draft(choice, unclear, knowledge)
  return drafted.mode === 'query' ? drafted.teaches : undefined
}

describe('Selected choice', () => {
  it('teaches the one table, value or measure that the unclear question did not name', async () => {
    expect(await taught('How many purchasers are there?', 'How many orders are there?')).toEqual({
      of: 'table',
      gloss: { table: 'orders', synonyms: ['purchasers'] },
    })
    expect(await taught('How many readers from Lyno?', 'How many readers are there in “Lyon”?')).toMatchObject({
      gloss: { phrase: 'lyno', table: 'readers', filter: { column: 'city', op: '=', value: 'Lyon' } },
    })
    expect(await taught('total revenew in 2025', 'Show the revenue of orders in 2025')).toMatchObject({
      gloss: { phrase: 'revenew', table: 'orders', measure: { aggregate: 'sum', column: 'total' } },
    })
  })

  it('teaches nothing if the question named everything in the reading', async () => {
    expect(await taught('How many readers have a dog?', 'How many readers are there?')).toBeUndefined()
    expect(await taught('how many payed orders', 'How many orders are there?')).toBeUndefined()
  })

  it('teaches no numbers, email addresses or several separate words', async () => {
    const choice = 'How many orders are there?'
    for (const unclear of ['How many zz9 are there?', 'How many a@b.eu are there?', 'How many foos of bars and bazs?'])
      expect([unclear, await taught(unclear, choice)]).toEqual([unclear, undefined])
  })

  it('teaches no value that is visible only to the caller', async () => {
    const { values, ...known } = shop.knowledge
    const isCity = ({ column }: { readonly column: string }) => column === 'city'
    const own = { ...known, values: values.filter((one) => !isCity(one)), named: values.filter(isCity) }
    expect(await taught('How many readers from Lyno?', 'How many readers are there in “Lyon”?', own)).toBeUndefined()
  })
})
