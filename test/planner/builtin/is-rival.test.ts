import { isRival } from '../../../src/planner/builtin/say/is-rival.ts'
import { catalogOf } from '../../../src/planner/builtin/schema/index.ts'
import { decisionOn } from '../../../src/planner/builtin/weigh/index.ts'
import { ASKED_AT } from './fixture.ts'
import { library } from './library.ts'

const shop = library()
const catalog = catalogOf(shop.knowledge.view)

const treeOf = async (question: string) => {
  const decision = await decisionOn(shop.knowledge, question, { today: ASKED_AT.slice(0, 10), future: false })
  if (decision.kind !== 'answer') throw new Error(`not answered: ${question}`)
  return decision.answer.tree
}

describe('isRival', () => {
  it.each([
    ['leaves out a group', 'Number of orders by status', 'How many orders are there?'],
    ['leaves out a condition', 'How many readers are in Lyon?', 'How many readers are there?'],
    ['lists what the first one counts', 'How many readers are in Lyon?', 'readers in Lyon'],
    ['counts what the first one lists', 'readers in Lyon', 'How many readers are in Lyon?'],
  ])('is false for a reading that %s', async (_, first, other) => {
    expect(isRival(catalog, await treeOf(first), await treeOf(other))).toBe(false)
  })

  it('is false for a reading that counts the same rows by their key', async () => {
    const first = await treeOf('How many orders are there?')
    const measures = first.measures.map((measure) => ({ ...measure, column: 'id', distinct: true }))
    expect(isRival(catalog, first, { ...first, measures })).toBe(false)
  })

  it('is false for a reading that groups by its measure', async () => {
    const first = await treeOf('average price of books')
    const [measure] = first.measures
    if (measure?.column == null) throw new Error('no measure')
    const column = { table: measure.table, column: measure.column }
    expect(isRival(catalog, first, { ...first, groups: [{ type: 'column', column }] })).toBe(false)
  })

  it.each([
    ['counts another table', 'How many orders are there?', 'How many readers are there?'],
    ['groups by another column', 'Number of orders by status', 'Number of orders by reader'],
    ['has another condition', 'How many readers are in Lyon?', 'How many readers joined in 2026?'],
    ['adds a group', 'How many orders are there?', 'Number of orders by status'],
  ])('is true for a reading that %s', async (_, first, other) => {
    expect(isRival(catalog, await treeOf(first), await treeOf(other))).toBe(true)
  })
})
