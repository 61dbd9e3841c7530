import { explainError } from '../../../src/engines/postgres/run/explain-error.ts'

const DRAFT = 'SELECT o.nmae, wrong(o.id) FROM orders o'
const STATEMENT =
  'SELECT o.nmae, wrong(o.id) FROM (SELECT id FROM public.orders WHERE tenant_id = $1) AS o -- 🙂 "Odd Name"'
const at = (text: string): string => String([...STATEMENT.slice(0, STATEMENT.indexOf(text))].length + 1)

describe('an error of PostgreSQL', () => {
  it.each([
    [
      '42883',
      'wrong',
      'PostgreSQL rejected the query: wrong is not there for values of these types; write a cast where they differ.',
    ],
    ['42803', 'o.id', 'PostgreSQL rejected the query: o.id must be in GROUP BY or inside of an aggregate.'],
    ['42999', 'o.id', 'PostgreSQL rejected the query: its form is not allowed near o.id.'],
  ])('%s tells the planner the name of its own draft', (code, name, hint) => {
    const told = explainError({ code, position: at(name) }, STATEMENT, DRAFT)
    expect(told).toEqual({ reason: 'invalid_query', hint, repairable: true })
  })

  it('42703 tells the name too, and that what is known of the tables may be out of date', () => {
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
  ])('%s tells no name that the guard wrote: %s', (code, name) => {
    const told = explainError({ code, position: at(name) }, STATEMENT, DRAFT)
    expect(told).toMatchObject({ reason: 'unknown_name', repairable: true })
    expect(told.hint).not.toContain(name.replaceAll('"', ''))
  })

  it.each(['0', '-1', '1e9', 'x', undefined, '999999'])('is told without a name where its place is %p', (position) => {
    expect(explainError({ code: '42703', position }, STATEMENT, DRAFT).hint).toContain('one of its names')
  })

  it.each(['22P02', '22012', '42501', 'P0001', 'XX000', '40001', '0A000', '25006', undefined])(
    '%s may quote a cell, or is no mistake of the query, and tells nothing',
    (code) => {
      expect(explainError({ code, position: at('o.nmae') }, STATEMENT, DRAFT)).toEqual({
        reason: 'execution_failed',
        hint: 'The database could not run the query.',
        repairable: false,
      })
    },
  )

  it.each(['53200', '54000', '54001'])('%s asks for less at once', (code) => {
    expect(explainError({ code }, STATEMENT, DRAFT)).toMatchObject({ reason: 'too_large', repairable: true })
  })
})
