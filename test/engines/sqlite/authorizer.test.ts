import { constants } from 'node:sqlite'
import { authorizer } from '../../../src/engines/sqlite/run/fence.ts'

const SECRET = 'f0123456789'
const shadowed = new Set(['orders', 'countries'])
const decide = authorizer({ shadowed, open: new Set(['countries']), rowFunctions: new Set(['json_each']) }, SECRET)
const { SQLITE_OK, SQLITE_DENY, SQLITE_READ } = constants

/** Who reads which column of which table of which database, as SQLite reports it. */
const reads = (table: string | null, column: string | null, database: string | null, reader: string | null = null) =>
  decide(SQLITE_READ, table, column, database, reader)

describe('a read is allowed', () => {
  it.each([
    ['of the file, by a view of the secret name', 'orders', 'id', 'main', `${SECRET}orders`],
    ['of a view that stands for a table', 'orders', 'id', 'temp', null],
    ['of rows of a function that the statement may call', 'json_each', 'value', 'main', null],
    ['of nothing of them, as by count(*)', 'json_each', '', null, null],
    ['of no column, of a name that stands for a table', 'orders', '', null, null],
    ['of no column of an open table of the file', 'countries', '', 'main', null],
  ])('%s', (_, table, column, database, reader) => {
    expect(reads(table, column, database, reader)).toBe(SQLITE_OK)
  })
})

describe('a read is denied', () => {
  it.each([
    ['of the file', 'orders', 'id', 'main', null],
    ['of the file, by a view of the table’s name', 'orders', 'id', 'main', 'orders'],
    ['of no column of a table that is not open', 'orders', '', 'main', null],
    ['of a column of an open table of the file', 'countries', 'code', 'main', null],
    ['that names a column and no database', 'orders', 'id', null, null],
    ['that names another database and no column', 'orders', '', 'other', null],
    ['of another database', 'orders', 'id', 'other', null],
    ['of a table that stands for none', 'vault', 'id', 'temp', null],
    ['of nothing', null, '', null, null],
  ])('%s', (_, table, column, database, reader) => {
    expect(reads(table, column, database, reader)).toBe(SQLITE_DENY)
  })
})
