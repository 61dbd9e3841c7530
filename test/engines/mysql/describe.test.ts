import { enumLabels } from '../../../src/guard/enum-labels.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { never } from '../contract/contract-bench.ts'
import { ODD_COMMENTS } from '../contract/odd-comments.ts'
import { MYSQL } from './adapter.ts'
import { newDatabase } from './with-mysql.ts'

describeWithMysql('schema of a MySQL database', () => {
  const engine = MYSQL.start()
  afterAll(async () => {
    await engine.close()
    await stopMysqlServer()
  })

  const described = async (...statements: readonly string[]) => {
    const { admin, address } = await mysqlServer()
    const database = await newDatabase()
    await admin.query(`USE ${database}`)
    for (const statement of statements) await admin.query(statement)
    return (await engine.describe(address(database), never())).tables
  }

  it('contains comments of tables and columns with any characters, on one line and truncated', async () => {
    const { admin } = await mysqlServer()
    // The catalog of the server stores no characters beyond the basic multilingual plane.
    const named = (index: number) => (index === 0 ? '"; DROP' : `${index}${'é'.repeat(63)}`)
    const columns = ODD_COMMENTS.map(
      ([text], index) => `${admin.escapeId(named(index))} INT COMMENT ${admin.escape(text)}`,
    )
    const tables = await described(
      `CREATE TABLE a (${columns.join()}, plain INT) COMMENT 'All of it'`,
      'CREATE TABLE b (id INT PRIMARY KEY)',
      'CREATE VIEW c AS SELECT * FROM b',
    )
    expect(tables.map(({ name, comment }) => [name, comment])).toEqual([
      ['a', 'All of it'],
      ['b', undefined],
    ])
    expect(tables[0]?.columns.map(({ comment }) => comment)).toEqual([
      ...ODD_COMMENTS.map(([, kept]) => kept.replaceAll('🙂', '?')),
      undefined,
    ])
    expect(tables[0]?.columns.slice(0, 2).map(({ name }) => name)).toEqual(['"; DROP', `1${'é'.repeat(63)}`])
  })

  it('contains enumeration types from which the declared labels can be parsed', async () => {
    const { admin } = await mysqlServer()
    const labels = ['"; DROP', "it's", 'a\\b', 'line\nline', ',', 'é']
    const dotted = labels.map((label) => label.replace(',', '.'))
    const list = (of: readonly string[]) => of.map((label) => admin.escape(label)).join()
    const [table] = await described(`CREATE TABLE a (e ENUM (${list(labels)}), s SET (${list(dotted)}))`)
    const [ofEnum, ofSet] = table?.columns.map(({ type }) => enumLabels()(type)?.labels) ?? []
    expect(ofEnum).toEqual(labels)
    expect(ofSet).toEqual(dotted)
  })

  it('contains row counts from statistics, and is read without waiting for locked tables', async () => {
    const { admin, address } = await mysqlServer()
    const database = await newDatabase()
    await admin.query(`USE ${database}`)
    await admin.query('CREATE TABLE locked (id INT PRIMARY KEY)')
    await admin.query('INSERT INTO locked VALUES (1), (2)')
    await admin.query('ANALYZE TABLE locked')
    await admin.query('LOCK TABLES locked WRITE')
    try {
      const { tables } = await engine.describe(address(database), never())
      expect(tables).toMatchObject([{ name: 'locked', rowCount: 2, primaryKey: ['id'] }])
    } finally {
      await admin.query('UNLOCK TABLES')
    }
  })
})
