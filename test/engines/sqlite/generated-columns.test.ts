import { DatabaseSync } from 'node:sqlite'
import { generationSources } from '../../../src/engines/sqlite/describe/generated-columns.ts'
import { sqliteEngine } from '../../../src/engines/sqlite/engine.ts'
import { generatedColumnsContract } from '../contract/generated-columns.ts'
import { type GeneratedCircumstances, generatedVerdict } from '../contract/generated-verdict.ts'
import { ShopFiles } from './shop-fixture.ts'
import { sqliteVerifier } from './verifier.ts'

const engine = sqliteEngine({ processesMax: 2 })
const files = new ShopFiles()
afterAll(async () => {
  await engine.close()
  files.remove()
})

describe('SQLite', () => {
  generatedColumnsContract(async () => {
    const file = files.path('people.sqlite')
    const database = new DatabaseSync(file)
    database.exec(`CREATE TABLE people (id INTEGER PRIMARY KEY, tenant_id INT, name TEXT, salary INT, weight INT,
        band INT AS (salary / 1000) STORED, label TEXT AS (upper(name)) STORED);
      INSERT INTO people (id, tenant_id, name, salary, weight)
        VALUES (1, 1, 'ann', 10999, 5), (2, 2, 'bob', 20999, -9223372036854775807 - 1);
      ALTER TABLE people ADD COLUMN risky INT AS (abs(weight))`)
    database.close()
    return { engine, address: `sqlite:${file}`, table: 'people' }
  })
})

describe('generationSources', () => {
  const NAMES = ['id', 'name', 'odd, ) name', 'sum', 'other']
  const sources = (sum: string, more = '') =>
    generationSources(
      `CREATE TABLE t (id INT, /* name, ( */ name TEXT, "odd, ) name" INT, sum INT ${sum}${more})`,
      NAMES,
    )('SUM')

  it.each([
    ['an unquoted name', 'AS (NAME)', ['name']],
    ['a name in double quotes', 'AS ("odd, ) name" + 1)', ['odd, ) name']],
    ['a name in brackets', 'AS ([odd, ) name] + id)', ['id', 'odd, ) name']],
    ['a name in backticks', 'AS (`name`)', ['name']],
    ['a name in single quotes', "AS ('name')", ['name']],
    ['a name after a comment', 'AS (1 /* , */ -- , )\n + name)', ['name']],
    ['a name in a nested call', 'AS (coalesce(1, (max(2, name))))', ['name']],
    ['no column in a constant', 'AS (7)', []],
  ])('finds %s', (_, definition, wanted) => {
    expect(sources(definition)).toEqual(wanted)
  })

  it('ignores the definitions of other columns', () => {
    expect(sources('AS (id)', ', other TEXT AS (name), CHECK (name > 1)')).toEqual(['id'])
  })

  it('gives all other columns if it cannot find the definition', () => {
    expect(generationSources('', NAMES)('sum')).toEqual(NAMES.filter((name) => name !== 'sum'))
    expect(generationSources("CREATE TABLE t (id INT, 'sum", NAMES)('other')).toEqual(
      NAMES.filter((name) => name !== 'other'),
    )
  })
})

describe('the SQLite verifier', () => {
  const verifier = sqliteVerifier()
  afterAll(() => verifier.close?.())

  const judge = (statement: string, circumstances: GeneratedCircumstances) =>
    generatedVerdict('sqlite', verifier, statement, circumstances)
  const read = (drafted: string, fence = '') =>
    `SELECT ${drafted} FROM (SELECT "id", "band" FROM "people" WHERE "tenant_id" = ?1${fence}) p`

  it('refuses a column that is generated from a hidden column', async () => {
    expect(await judge(read('1'), { hide: 'id' })).toBe('not_proven')
    expect(await judge(read('1').replace('"id", ', ''), { hide: 'ID' })).toBe('not_proven')
    expect(await judge(read('1'), { hide: 'tenant_id' })).toBe('proven')
    expect(await judge(read('1'), {})).toBe('proven')
  })
})
