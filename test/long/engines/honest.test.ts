import { ENGINE_SERVERS } from '../../../bench/demo/engine-servers.ts'
import { askHonestly, type HonestlyAsked } from '../../../bench/honest/ask-honestly.ts'
import { honestLists } from '../../../bench/honest/honest-lists.ts'
import { describeWithMysql } from '../../support/mysql-server.ts'

const acceptsNearlyAll = (name: keyof typeof ENGINE_SERVERS): void => {
  it(`${name} accepts at least 98 % of them, and returns the rows of a single-tenant database`, async () => {
    const { engine, address, close } = await ENGINE_SERVERS[name]()
    const asked: HonestlyAsked[] = []
    try {
      for (const [database, queries] of honestLists(name))
        asked.push(...(await askHonestly(engine, address, database, queries)))
    } finally {
      await engine.close()
      await close()
    }
    const refused = asked.filter(({ verdict }) => verdict === 'guard' || verdict === 'database')
    expect(refused.length / asked.length).toBeLessThanOrEqual(0.02)
    expect(asked.filter(({ verdict }) => verdict === 'other')).toEqual([])
    expect(asked.filter(({ verdict }) => verdict === 'same').length).toBeGreaterThan(100)
  }, 600_000)
}

describe('Queries as models write them:', () => {
  acceptsNearlyAll('postgres')
  acceptsNearlyAll('sqlite')
  acceptsNearlyAll('mongodb')
})

describeWithMysql('Queries as models write them, on MariaDB and MySQL:', () => acceptsNearlyAll('mysql'))
