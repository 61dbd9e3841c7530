import type { ProfiledColumn } from '../../src/ask/rules/column-profile.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { SHOP } from './shop-reader.ts'
import { useShop } from './use-shop.ts'

const shop = useShop()

const column = (table: string, name: string): ProfiledColumn => ({ table, column: name, type: 'INTEGER' })
const IDS = column('orders', 'id')

describe('column profiles', () => {
  it('are read from rows of the caller only, in one statement per table', async () => {
    const before = shop.reader.runs
    const columns = [IDS, column('orders', 'total'), column('customers', 'id')]
    const [own, other] = [await shop.reader.profiles(1, columns), await shop.reader.profiles(2, columns)]
    expect(shop.reader.runs - before).toBe(4)
    expect(own.map(({ table, column: name }) => `${table}.${name}`)).toEqual([
      'orders.id',
      'orders.total',
      'customers.id',
    ])
    const [[mine], [theirs]] = [own, other]
    expect(String(mine?.low)).toMatch(/^1\d{3}$/)
    expect(String(mine?.high)).toMatch(/^1\d{3}$/)
    expect(String(theirs?.low)).toMatch(/^2\d{3}$/)
    expect(mine).toMatchObject({ nulls: 0, rows: expect.any(Number) })
  })

  it('are cached for callers who see the same rows, including failed reads', async () => {
    await shop.reader.profiles(1, [IDS])
    const before = shop.reader.runs
    await shop.reader.profiles(1, [IDS])
    expect(shop.reader.runs).toBe(before)
    // Rows of staff do not depend on the scope; rows of orders do.
    const both = [column('staff', 'salary'), IDS]
    await shop.reader.profiles(1, both, 'ann')
    await shop.reader.profiles(1, both, 'bob')
    expect(shop.reader.runs).toBe(before + 3)
    shop.reader.runs = before
    shop.reader.before = async () => {
      throw new Problem('query_timeout')
    }
    expect(await shop.reader.profiles(1, [column('orders', 'total')])).toEqual([])
    shop.reader.before = async () => undefined
    expect(await shop.reader.profiles(1, [column('orders', 'total')])).toEqual([])
    expect(shop.reader.runs).toBe(before + 1)
  })

  it('are not read for a database with rows: none, nor for denied tables and hidden columns', async () => {
    const database = { ...SHOP, rows: 'none' as const }
    expect(await shop.reader.profiles(1, [IDS], undefined, { database })).toEqual([])
    expect(await shop.reader.profiles(1, [column('vault', 'secret'), column('customers', 'password_hash')])).toEqual([])
  })
})
