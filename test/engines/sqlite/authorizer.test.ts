import { constants } from 'node:sqlite'
import { authorizer } from '../../../src/engines/sqlite/run/fence.ts'

const SECRET = 'f0123456789'
const shadowed = new Set(['orders', 'countries'])
const decide = authorizer({ shadowed, open: new Set(['countries']), rowFunctions: new Set(['json_each']) }, SECRET)
const { SQLITE_OK, SQLITE_DENY, SQLITE_READ } = constants

/** A read as SQLite reports it; `reader` is the view or WITH table that causes it. */
const reads = (table: string | null, column: string | null, database: string | null, reader: string | null = null) =>
  decide(SQLITE_READ, table, column, database, reader)

describe('the SQLite authorizer allows a read', () => {
  it.each([
    ['of a table of the file by the view with the secret name', 'orders', 'id', 'main', `${SECRET}orders`],
    ['of a view that replaces a table', 'orders', 'id', 'temp', null],
    ['of rows of an allowed table function', 'json_each', 'value', 'main', null],
    ['of no column of such rows, as in count(*)', 'json_each', '', null, null],
    ['of no column of a replaced table, without a database', 'orders', '', null, null],
    ['of no column of an unrestricted table of the file', 'countries', '', 'main', null],
  ])('%s', (_, table, column, database, reader) => {
    expect(reads(table, column, database, reader)).toBe(SQLITE_OK)
  })
})

describe('the SQLite authorizer denies a read', () => {
  it.each([
    ['of a table of the file', 'orders', 'id', 'main', null],
    ['of a table of the file by a view with the name of the table', 'orders', 'id', 'main', 'orders'],
    ['of no column of a restricted table of the file', 'orders', '', 'main', null],
    ['of a column of an unrestricted table of the file', 'countries', 'code', 'main', null],
    ['of a column without a database', 'orders', 'id', null, null],
    ['of no column of another database', 'orders', '', 'other', null],
    ['of a column of another database', 'orders', 'id', 'other', null],
    ['of a view that replaces no table', 'vault', 'id', 'temp', null],
    ['without a table', null, '', null, null],
  ])('%s', (_, table, column, database, reader) => {
    expect(reads(table, column, database, reader)).toBe(SQLITE_DENY)
  })
})
