import { allEngines } from '../../../src/engines/index.ts'
import type { NewTable } from '../../../src/engines/loader.ts'
import { loaderOf } from '../../support/loader-of.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { cells } from '../contract/results.ts'
import { Unguarded } from './unguarded.ts'
import { newDatabase } from './with-mysql.ts'

const TABLES: readonly NewTable[] = [
  {
    name: 'shops',
    columns: [
      { name: 'code', type: 'text', nullable: false },
      { name: 'open', type: 'boolean', nullable: false },
    ],
    primaryKey: ['code'],
    foreignKeys: [],
    indexes: [],
    rows: [
      ['a', true],
      ['A', false],
      ['a ', true],
    ],
  },
  {
    name: 'order "notes" `x`',
    columns: [
      { name: 'id', type: 'integer', nullable: false },
      { name: 'shop', type: 'text', nullable: true },
      { name: 'price', type: 'decimal', nullable: true },
      { name: 'weight', type: 'real', nullable: true },
      { name: 'on', type: 'date', nullable: true },
      { name: 'at', type: 'datetime', nullable: true },
      { name: 'note', type: 'text', nullable: true },
      { name: 'kind', type: { declared: "ENUM('x','y')" }, nullable: true },
    ],
    primaryKey: ['id'],
    foreignKeys: [{ columns: ['shop'], refTable: 'shops', refColumns: ['code'] }],
    indexes: [['shop', 'on']],
    rows: [
      [9007199254740993n, 'a', 12.34, 0.1, '2026-11-21', '2026-11-21 08:30:00', 'it\'s \\ " 日本 🙂', 'x'],
      [2, null, null, null, null, null, null, null],
      ...Array.from({ length: 2_000 }, (_, index) => [index + 10, 'A', index, index / 8, null, null, `n${index}`, 'y']),
    ],
  },
]

describeWithMysql('MySQL loader', () => {
  const engine = allEngines({ allowPrivateHosts: true }).find(({ name }) => name === 'mysql')
  const loader = loaderOf('mysql')
  const unguarded = new Unguarded()
  const signal = new AbortController().signal
  afterAll(async () => {
    await engine?.close()
    await unguarded.close()
    await stopMysqlServer()
  })
  const rows = async (address: string, query: string) => {
    const ran = await unguarded.run(address, query)
    if (!ran.ok) throw new Error(ran.refusal.hint)
    return cells(ran.result)
  }

  it('loads tables with their keys and rows unchanged', async () => {
    const address = (await mysqlServer()).ownerAddress(await newDatabase())
    await loader.load(address, TABLES, { replace: false, signal })
    expect((await engine?.describe(address, signal))?.tables).toMatchObject([
      { name: 'order "notes" `x`', primaryKey: ['id'], rowCount: 2_002, foreignKeys: [{ refTable: 'shops' }] },
      { name: 'shops', primaryKey: ['code'], rowCount: 3 },
    ])
    const notes = 'SELECT * FROM `order "notes" ``x``` WHERE id > 9000 OR id = 2 ORDER BY id DESC'
    expect(await rows(address, notes)).toEqual([
      ['9007199254740993', 'a', 12.34, 0.1, '2026-11-21', '2026-11-21 08:30:00', 'it\'s \\ " 日本 🙂', 'x'],
      [2, null, null, null, null, null, null, null],
    ])
    expect(await rows(address, "SELECT open FROM shops WHERE code = 'a'")).toEqual([[1]])
  })

  it('keeps existing tables unless `replace` is set', async () => {
    const address = (await mysqlServer()).ownerAddress(await newDatabase())
    const load = (replace: boolean) => loader.load(address, TABLES, { replace, signal })
    await load(false)
    await expect(load(false)).rejects.toMatchObject({ name: 'TablesExist' })
    await load(true)
    expect(await rows(address, 'SELECT COUNT(*) FROM shops')).toEqual([[3]])
  })

  it('leaves no tables behind if it fails', async () => {
    const address = (await mysqlServer()).ownerAddress(await newDatabase())
    const [shops] = TABLES
    if (shops === undefined) throw new Error('no table')
    const broken = [
      {
        ...shops,
        rows: [
          ['a', true],
          ['a', true],
        ],
      },
    ]
    await expect(loader.load(address, broken, { replace: false, signal })).rejects.toThrow()
    await expect(engine?.describe(address, signal)).rejects.toMatchObject({ problem: 'database_unreachable' })
  })

  it('creates a scratch database and removes it', async () => {
    const address = (await mysqlServer()).ownerAddress(await newDatabase())
    const scratch = await loader.scratch(address, signal)
    await loader.load(scratch.address, TABLES.slice(0, 1), { replace: false, signal })
    expect(await rows(scratch.address, 'SELECT COUNT(*) FROM shops')).toEqual([[3]])
    await scratch.remove()
    await expect(engine?.describe(scratch.address, signal)).rejects.toMatchObject({ problem: 'database_unreachable' })
  })

  it('names the missing right of a user that may not create databases', async () => {
    const address = (await mysqlServer()).address(await newDatabase())
    await expect(loader.scratch(address, signal)).rejects.toThrow(/grant it CREATE/)
  })
})
