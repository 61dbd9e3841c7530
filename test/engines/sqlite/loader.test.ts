import { DatabaseSync } from 'node:sqlite'
import { SQLITE_LOADER } from '../../../src/engines/sqlite/load/loader.ts'
import { loaderContract } from '../loader-contract.ts'
import { SQLITE } from './adapter.ts'
import { plainRows } from './shop-fixture.ts'

loaderContract({
  name: SQLITE.name,
  start: SQLITE.start,
  address: () => '',
  async find(address, query) {
    const database = new DatabaseSync(address.slice('sqlite:'.length), { readOnly: true })
    try {
      return plainRows(database, query)
    } finally {
      database.close()
    }
  },
})

it('the SQLite loader rejects a file in a missing folder with database_unreachable', async () => {
  const options = { replace: false, signal: new AbortController().signal }
  await expect(SQLITE_LOADER.load('sqlite:/nowhere/new.sqlite', [], options)).rejects.toMatchObject({
    problem: 'database_unreachable',
  })
})
