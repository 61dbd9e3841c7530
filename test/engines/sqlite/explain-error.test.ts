import { DatabaseSync } from 'node:sqlite'
import { explainError } from '../../../src/engines/sqlite/run/explain-error.ts'

const database = new DatabaseSync(':memory:')
afterAll(() => database.close())

const refusalOf = (statement: string) => {
  try {
    database.prepare(statement)
  } catch (error) {
    return explainError(String(Object(error).message), statement)
  }
  throw new Error(`${statement} was accepted`)
}

describe('explainError of SQLite', () => {
  it.each([
    ['SELECT total FROM (SELECT 1 AS id)', 'no such column: total'],
    ['SELECT "total" FROM (SELECT 1 AS id)', 'no such column: "total"'],
    ['SELECT o."total" FROM (SELECT 1 AS id) o', 'no such column: o.total'],
    ['SELECT id FROM "orders"', 'no such table: orders'],
  ])('reports a missing table or column as unknown_name: %s', (statement, message) => {
    expect(refusalOf(statement)).toEqual({
      reason: 'unknown_name',
      hint: `SQLite rejected the query: ${message}.`,
      repairable: true,
    })
  })

  it('reports another error as invalid_query', () => {
    expect(refusalOf('SELECT abs(1, 2)')).toMatchObject({ reason: 'invalid_query', repairable: true })
  })
})
