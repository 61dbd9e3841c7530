import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { ContractBench } from '../contract/contract-bench.ts'
import { MYSQL } from './adapter.ts'
import { AFFORDABLE, COSTLY } from './costly-drafts.ts'
import { GuardBench, rulesFor, SCHEMA } from './guard-bench.ts'

/** The fixture with texts of unlimited length. */
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

describe('MySQL guard, functions that cannot be interrupted within a row:', () => {
  const bench = new GuardBench()
  afterAll(() => bench.close())

  it.each(COSTLY.map((draft) => [draft.slice(0, 150), draft]))('refuses a costly draft: %s', async (_, draft) => {
    const refused = { ok: false, refusal: { reason: 'too_costly', repairable: true } }
    expect(await bench.guard(draft)).toMatchObject(refused)
    expect(await bench.guard(draft, unbounded)).toMatchObject(refused)
  })

  it.each(AFFORDABLE)('accepts an affordable draft: %s', async (draft) => {
    expect(await bench.guard(draft)).toMatchObject({ ok: true })
  })
})

describeWithMysql('costliest accepted draft on a MySQL server', () => {
  let bench: ContractBench
  beforeAll(async () => {
    bench = await ContractBench.open(MYSQL)
  })
  afterAll(async () => {
    await bench.close()
    await stopMysqlServer()
  })

  it.each(AFFORDABLE)('finishes within its time limit: %s', async (draft) => {
    expect(await bench.run(await bench.guard(draft), { timeoutMs: 20_000 })).toMatchObject({ ok: true })
  })
})
