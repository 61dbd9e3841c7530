import type { EngineAdapter } from '../../engines/contract/engine-adapter.ts'
import { MYSQL } from '../../engines/mysql/adapter.ts'
import * as mysql from '../../engines/mysql/attacks.ts'
import { postgresAdapter } from '../../engines/postgres/adapter.ts'
import * as postgres from '../../engines/postgres/attacks.ts'
import { usePostgres } from '../../engines/postgres/use-postgres.ts'
import { SQLITE } from '../../engines/sqlite/adapter.ts'
import * as sqlite from '../../engines/sqlite/attacks.ts'
import { disclosesNothingToTools } from '../../hostile/hostile-model.ts'
import { HostileShop } from '../../hostile/hostile-shop.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { startPostgres } from '../../support/postgres-server.ts'

interface Drafts {
  readonly REFUSED: Readonly<Record<string, readonly string[]>>
  readonly FILTERED: readonly string[]
}

const discloseNothing = (adapter: EngineAdapter, { REFUSED, FILTERED }: Drafts): void => {
  let shop: HostileShop
  beforeAll(async () => {
    shop = await HostileShop.open(adapter)
  })
  afterAll(() => shop?.close())

  it('disclose no rows to tools of MCP', async () => {
    const drafts = [...Object.values(adapter.refused), ...Object.values(REFUSED), FILTERED].flat()
    expect(drafts.length).toBeGreaterThan(300)
    const compared = await disclosesNothingToTools(shop, drafts)
    process.stderr.write(`\n${adapter.name}: ${drafts.length} drafts, ${compared} answers compared\n`)
  }, 1_200_000)
}

const adapter = postgresAdapter(usePostgres(startPostgres))
describe('All attacks on PostgreSQL', () => discloseNothing(adapter, postgres))

describe('All attacks on SQLite', () => discloseNothing(SQLITE, sqlite))

describeWithMysql('All attacks on MySQL', () => {
  discloseNothing(MYSQL, mysql)
  afterAll(stopMysqlServer)
})
