import { sqliteEngine } from '../../../../src/engines/sqlite/engine.ts'
import { accepted } from '../../../engines/contract/results.ts'
import { type Bench, openBench } from '../../../engines/sqlite/with-engine.ts'

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n'
const LIMITS = { rowsMax: 100, bytesMax: 10_000, turnId: 'test' }

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

it('SQLite engine applies one deadline to waiting and running', async () => {
  const [one, other] = [sqliteEngine({ processesMax: 1 }), sqliteEngine({ processesMax: 1 })]
  const order: string[] = []
  const endOf = async (name: string, on: typeof one, timeoutMs: number) => {
    const query = accepted(await on.guard(ENDLESS, bench.rules(1)))
    const limits = { ...LIMITS, timeoutMs, owner: { organizationId: 1 }, signal: new AbortController().signal }
    await expect(on.run(bench.files.address, query, limits)).rejects.toMatchObject({ problem: 'query_timeout' })
    order.push(name)
  }
  // The second query waits 1 s for the first; with a separate deadline for running it would end after the third.
  await Promise.all([endOf('first', one, 1_000), endOf('second', one, 1_300), endOf('third', other, 1_900)])
  expect(order).toEqual(['first', 'second', 'third'])
  await Promise.all([one.close(), other.close()])
})
