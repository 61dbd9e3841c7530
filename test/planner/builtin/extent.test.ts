import { SQL_DIALECT as MYSQL } from '../../../src/engines/mysql/dialect.ts'
import { SQL_DIALECT as POSTGRES } from '../../../src/engines/postgres/dialect.ts'
import { emptyTree } from '../../../src/planner/builtin/query/index.ts'
import { extentOf } from '../../../src/planner/builtin/say/index.ts'
import { catalogOf } from '../../../src/planner/builtin/schema/index.ts'
import { library } from './library.ts'

const shop = library()

const extentAfter = async (question: string): Promise<string | undefined> => {
  const { draft } = await shop.ask(question)
  if (draft.mode !== 'query') throw new Error(`not answered: ${question}`)
  return draft.extentQuery
}

describe('Extent query', () => {
  it('keeps the other conditions of a question and drops its time', async () => {
    expect(await extentAfter('How many orders were placed in May 1999?')).toBe(
      'SELECT MIN(o.ordered_on) AS first_day, MAX(o.ordered_on) AS last_day FROM orders o',
    )
    expect(await extentAfter('readers in Lyon who joined in 1999')).toBe(
      "SELECT MIN(r.joined_on) AS first_day, MAX(r.joined_on) AS last_day FROM readers r WHERE r.city = 'Lyon'",
    )
  })

  it('is undefined for a question without a time', async () => {
    expect(await extentAfter('How many orders are there?')).toBeUndefined()
  })

  it.each([
    ['PostgreSQL', POSTGRES],
    ['MySQL', MYSQL],
  ])('does not round days on %s', (_, dialect) => {
    const catalog = catalogOf({ ...shop.knowledge.view, dialect })
    const range = { type: 'range', from: '1999-05-01', to: '1999-06-01', negated: false } as const
    const where = [{ ...range, column: { table: 'orders', column: 'ordered_on' } }]
    expect(extentOf(catalog, { ...emptyTree('orders'), where })?.query).not.toMatch(/ROUND|CAST/i)
  })

  it('is a pipeline for documents', () => {
    const catalog = catalogOf({ ...shop.knowledge.view, dialect: null })
    const range = { type: 'range', from: '1999-05-01', to: '1999-06-01', negated: false } as const
    const where = [{ ...range, column: { table: 'orders', column: 'ordered_on' } }]
    expect(extentOf(catalog, { ...emptyTree('orders'), where })?.query).toMatch(/\$min.*\$max/s)
  })
})
