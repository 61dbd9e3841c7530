import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { ContractBench } from '../contract/contract-bench.ts'
import { MYSQL } from './adapter.ts'
import { AFFORDABLE, COSTLY } from './costly-drafts.ts'
import { GuardBench, rulesFor, SCHEMA } from './guard-bench.ts'

/** The fixture with texts of any length. */
const unbounded = {
  ...rulesFor(),
  schema: {
    ...SCHEMA,
    tables: SCHEMA.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => (column.type === 'varchar(255)' ? { ...column, type: 'text' } : column)),
    })),
  },
}

describe('work that nothing stops within a row', () => {
  const bench = new GuardBench()
  afterAll(() => bench.close())

  it.each(COSTLY.map((draft) => [draft.slice(0, 150), draft]))('is refused: %s', async (_, draft) => {
    const refused = { ok: false, refusal: { reason: 'too_costly', repairable: true } }
    expect(await bench.guard(draft)).toMatchObject(refused)
    expect(await bench.guard(draft, unbounded)).toMatchObject(refused)
  })

  it.each(AFFORDABLE)('is not taken for: %s', async (draft) => {
    expect(await bench.guard(draft)).toMatchObject({ ok: true })
  })
})

describeWithMysql('on a real server, the dearest that passes', () => {
  let bench: ContractBench
  beforeAll(async () => {
    bench = await ContractBench.open(MYSQL)
  })
  afterAll(async () => {
    await bench.close()
    await stopMysqlServer()
  })

  it.each(AFFORDABLE)('ends by itself, long before its time is up: %s', async (draft) => {
    expect(await bench.run(await bench.guard(draft), { timeoutMs: 20_000 })).toMatchObject({ ok: true })
  })
})
