import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises'
import { addressOf } from '../../../../src/engines/postgres/connect/address.ts'
import type { Session } from '../../../../src/engines/postgres/connect/session.ts'
import { SessionPool } from '../../../../src/engines/postgres/connect/session-pool.ts'
import { transactionStart } from '../../../../src/engines/postgres/run/transaction-start.ts'
import { Deadline } from '../../../../src/engines/shared/connect/deadline.ts'
import { never } from '../../../engines/contract/contract-bench.ts'
import { transactionSuite } from '../../../engines/postgres/transaction-suite.ts'
import { usePostgres } from '../../../engines/postgres/use-postgres.ts'
import { installedPostgres, startPostgres, startPostgresOf } from '../../../support/postgres-server.ts'

const installed = installedPostgres()

describe('Transaction on the installed PostgreSQL', () => {
  if (installed === undefined) it.skip('is skipped: initdb and postgres are not on PATH', () => {})
  else transactionSuite(usePostgres(() => startPostgresOf(installed)))
})

describe('PostgreSQL transaction', () => {
  const server = usePostgres(startPostgres)

  it.each([
    ['idle', nextRound],
    ['sending a statement', async () => {}],
  ])('fails with query_timeout in a process that was blocked while the server ended it: %s', async (_, before) => {
    const { address } = await server()
    const pool = new SessionPool({ allowPrivateHosts: true, connectMs: 30_000 })
    const deadline = new Deadline(300, never(), never())
    const start = ({ serverVersion }: Session) => transactionStart({ leftMs: 300, tag: 'held-up', serverVersion })
    const blocked = pool.transaction(address, addressOf(address), deadline, start, async (begun) => {
      // After the last timer callback the event loop polls sockets, and only then runs timers that became due.
      await delay(10)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
      await before()
      await begun.exec('SELECT 1')
    })
    await expect(blocked).rejects.toMatchObject({ problem: 'query_timeout' })
    deadline.clear()
    await pool.close()
  })
})
