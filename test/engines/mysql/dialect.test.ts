import { SQL_DIALECT } from '../../../src/engines/mysql/dialect.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { cells } from '../contract/results.ts'
import { type Cell, type CellKind, type DialectBench, dialectContract } from '../dialect-contract.ts'
import { quoted } from './fixture-database.ts'
import { Unguarded } from './unguarded.ts'
import { newDatabase } from './with-mysql.ts'

/** Keywords of MySQL and MariaDB, reserved and non-reserved. */
const KEYWORDS =
  `all alter and as between by case cast check collate column constraint create cross current_date database default
  delete desc distinct div drop else end escape exists false for foreign from fulltext group groups having if ignore in
  index inner insert intersect interval into is join key lateral left like limit lock match mod natural not null offset
  on or order over partition primary range rank read recursive references regexp repeat replace right row rows row_number
  schema select set status system table text then to true type union unique update usage using utc_date values virtual
  when where window with write xor year year_month ORDER Select`.split(/\s+/)

const TYPES: Readonly<Record<CellKind, string>> = {
  number: 'DOUBLE',
  text: 'VARCHAR(255)',
  moment: 'DATETIME',
  boolean: 'TINYINT(1)',
}

const unguarded = new Unguarded()

const openDialect = (): DialectBench => {
  let created: Promise<string> | undefined
  const database = (): Promise<string> => {
    created ??= newDatabase()
    return created
  }
  const run = async (query: string) => {
    const ran = await unguarded.run((await mysqlServer()).address(await database()), query)
    if (!ran.ok) throw new Error(`${query}: ${ran.refusal.hint}`)
    return ran.result
  }
  return {
    dialect: SQL_DIALECT,
    keywords: KEYWORDS,
    async fill(table, columns, rows) {
      const { admin } = await mysqlServer()
      const name = `${await database()}.${quoted(table)}`
      const types = Object.fromEntries(Object.entries(columns).map(([column, kind]) => [column, TYPES[kind]]))
      const declared = Object.entries(types).map(([column, type]) => `${quoted(column)} ${type} NULL`)
      await admin.query(`CREATE TABLE ${name} (${declared.join(', ')})`)
      await admin.query(`INSERT INTO ${name} VALUES ?`, [rows])
      return types
    },
    columns: async (query) => (await run(query)).columns.map(({ name }) => name),
    rows: async (query) => cells(await run(query)).map((row) => row.map(cellOf)),
  }
}

const cellOf = (cell: unknown): Cell => {
  if (typeof cell === 'string' || typeof cell === 'number' || cell === null) return cell
  throw new Error(`no cell: ${typeof cell}`)
}

describeWithMysql('MySQL dialect', () => {
  afterAll(async () => {
    await unguarded.close()
    await stopMysqlServer()
  })
  dialectContract(openDialect)

  it('writes no backslashes or double quotes, whose meaning depends on sql_mode', () => {
    const odd = 'a\\b"c\\\\""'
    for (const text of [SQL_DIALECT.text(odd), SQL_DIALECT.like('t.x', odd), SQL_DIALECT.day(odd)])
      expect(text).not.toMatch(/[\\"]/)
  })
})
