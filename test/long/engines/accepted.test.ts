import { measureAccepted } from '../../../bench/accepted/measure-accepted.ts'
import type { EngineAdapter } from '../../engines/contract/engine-adapter.ts'
import { MYSQL } from '../../engines/mysql/adapter.ts'
import { SQLITE } from '../../engines/sqlite/adapter.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'

/** Of queries that a database of one tenant answers, so many pass the guard and find the very same. */
const ACCEPTED_MIN = 0.98

const mostPass = async (adapter: EngineAdapter): Promise<void> => {
  const honest = (await measureAccepted(adapter)).filter(({ outcome }) => outcome !== 'not honest')
  expect(honest.length).toBeGreaterThanOrEqual(250)
  expect(honest.filter(({ outcome }) => outcome === 'different')).toEqual([])
  const accepted = honest.filter(({ outcome }) => outcome === 'same')
  expect(accepted.length / honest.length).toBeGreaterThanOrEqual(ACCEPTED_MIN)
}

it('SQLite accepts what models write, and finds what a database of the tenant alone would', async () => {
  await mostPass(SQLITE)
}, 300_000)

describeWithMysql('on a real server,', () => {
  it('MySQL accepts what models write, and finds what a database of the tenant alone would', async () => {
    await mostPass(MYSQL)
  }, 300_000)
  afterAll(stopMysqlServer)
})
