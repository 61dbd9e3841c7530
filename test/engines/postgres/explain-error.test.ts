import { explainError } from '../../../src/engines/postgres/run/explain-error.ts'

const DRAFT = 'SELECT o.nmae, wrong(o.id) FROM orders o'
const STATEMENT =
  'SELECT o.nmae, wrong(o.id) FROM (SELECT id FROM public.orders WHERE tenant_id = $1) AS o -- 🙂 "Odd Name"'
const at = (text: string): string => String([...STATEMENT.slice(0, STATEMENT.indexOf(text))].length + 1)

describe('PostgreSQL error', () => {
  it.each([
    [
      '42883',
      'wrong',
      'PostgreSQL rejected the query: wrong is not there for values of these types; write a cast where they differ.',
    ],
    ['42803', 'o.id', 'PostgreSQL rejected the query: o.id must be in GROUP BY or inside of an aggregate.'],
    ['42999', 'o.id', 'PostgreSQL rejected the query: its form is not allowed near o.id.'],
  ])('%s is explained with the name from the draft: %s', (code, name, hint) => {
    const refusal = explainError({ code, position: at(name) }, STATEMENT, DRAFT)
    expect(refusal).toEqual({ reason: 'invalid_query', hint, repairable: true })
  })

  it('42703 is explained with the name of the column, and refused as unknown_name', () => {
    expect(explainError({ code: '42703', position: at('o.nmae') }, STATEMENT, DRAFT)).toEqual({
      reason: 'unknown_name',
      hint: 'PostgreSQL rejected the query: there is no column o.nmae.',
      repairable: true,
    })
  })

  it.each([
    ['42703', 'tenant_id'],
    ['42P01', 'public.orders'],
    ['42703', '"Odd Name"'],
  ])('%s is explained without a name that only the guard wrote: %s', (code, name) => {
    const refusal = explainError({ code, position: at(name) }, STATEMENT, DRAFT)
    expect(refusal).toMatchObject({ reason: 'unknown_name', repairable: true })
    expect(refusal.hint).not.toContain(name.replaceAll('"', ''))
  })

  it.each(['0', '-1', '1e9', 'x', undefined, '999999'])(
    'is explained without a name if its position is %p',
    (position) => {
      expect(explainError({ code: '42703', position }, STATEMENT, DRAFT).hint).toContain('one of its names')
    },
  )

  it.each(['22P02', '22012', '42501', 'P0001', 'XX000', '40001', '0A000', '25006', undefined])(
    '%s, which can quote a cell or is not caused by the query, is not explained',
    (code) => {
      expect(explainError({ code, position: at('o.nmae') }, STATEMENT, DRAFT)).toEqual({
        reason: 'execution_failed',
        hint: 'The database could not run the query.',
        repairable: false,
      })
    },
  )

  it.each(['53200', '54000', '54001'])('%s is refused as too_large', (code) => {
    expect(explainError({ code }, STATEMENT, DRAFT)).toMatchObject({ reason: 'too_large', repairable: true })
  })
})
