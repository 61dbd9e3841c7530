import { ENGINE_SERVERS } from '../../../bench/demo/engine-servers.ts'
import { askHonestly, type HonestlyAsked } from '../../../bench/honest/ask-honestly.ts'
import { honestLists } from '../../../bench/honest/honest-lists.ts'
import { describeWithMysql } from '../../support/mysql-server.ts'

const takesNearlyAll = (name: keyof typeof ENGINE_SERVERS): void => {
  it(`${name} takes 98 of a hundred queries as models write them, and finds what a database of the caller alone holds`, async () => {
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

describe('on servers that are always there,', () => {
  takesNearlyAll('postgres')
  takesNearlyAll('sqlite')
  takesNearlyAll('mongodb')
})

describeWithMysql('on MariaDB and MySQL,', () => takesNearlyAll('mysql'))
