import { describe, expect, it } from '@jest/globals'
import { EXPLORE_TOKENS_MAX, type ExploreCommand, type ExploreTarget } from '../../src/ask/rules/explore-command.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import { estimatedTokens } from '../../src/ask/rules/question-context.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { FOREIGN, SECRET_NAMES } from '../engines/contract/fixture.ts'
import { countedTables } from '../support/counted-tables.ts'
import { SHOP } from './shop-reader.ts'
import { useShop } from './use-shop.ts'

const shop = useShop()

const explore = async (commands: readonly ExploreCommand[], tenant = 1, scope?: string) =>
  (await shop.reader.explore(tenant, commands, scope, { catalog: shop.catalog })).text
const search = (words: string): ExploreCommand => ({ kind: 'search', words })
const describeIt = (table: string): ExploreCommand => ({ kind: 'describe', table })
const values = (text: string, within?: string): ExploreCommand => ({
  kind: 'values',
  text,
  ...(within === undefined ? {} : { within }),
})

describe('exploration', () => {
  it('finds tables by words, with matching columns and categories', async () => {
    const found = await explore([search('manager salary')])
    expect(found).toMatch(/^For "manager salary":\nstaff\(.*manager_id.*salary/)
    expect(await explore([search('paid')])).toContain('orders.status: ')
  })

  it('describes a whole table with its categories, in any letter case of its name', async () => {
    for (const name of ['staff', 'STAFF', ' staff '])
      expect(await explore([describeIt(name)])).toContain('salary INTEGER')
    expect(await explore([describeIt('orders')])).toMatch(/orders\([\s\S]*orders\.status: "/)
  })

  it('finds texts in a column, in a table and anywhere, also misspelt', async () => {
    for (const one of [
      values('customer 1-3', 'customers.name'),
      values('Customer 1-3', 'CUSTOMERS'),
      values('Customer 1-3'),
    ])
      expect(await explore([one])).toMatch(/customers\.name: "Customer 1-3"/)
    expect(await explore([values('Producr 3', 'products.name')])).toMatch(/products\.name: "Product 3"/)
  })

  it('combines the commands of a round into two statements per twelve columns, and runs none if the catalog knows the answer', async () => {
    const found = await explore([
      search('salary'),
      values('Customer 1-3', 'customers.name'),
      describeIt('orders'),
      values('Product 3'),
      values('Xyzzy'),
    ])
    for (const part of ['staff(', 'orders(', '"Customer 1-3"', '"Product 3"']) expect(found).toContain(part)
    expect(shop.reader.runs).toBe(4)
    await explore([search('salary'), describeIt('orders')])
    expect(shop.reader.runs).toBe(4)
  })

  it('finds each of several names as stored with accents', async () => {
    const { text } = await shop.reader.explore(1, [values('São Paulo and Oslo', 'customers.city')])
    expect(text).toMatch(/customers\.city: "(Oslo|São Paulo)", "(Oslo|São Paulo)"/)
    expect(text).not.toContain('nothing')
  })

  it('reports which columns it has searched if it finds nothing', async () => {
    expect(await explore([values('Xyzzy')])).toMatch(/^Texts like "Xyzzy": nothing in all 21 text columns/)
    expect(await explore([values('Xyzzy', 'customers.name')])).toMatch(/nothing in that column/)
    expect(await explore([values('Xyzzy', 'orders.total')])).toMatch(/no column of that name with texts/)
    const both = await explore([values('Xyzzy', 'orders.total'), values('Xyzzy', 'customers.name'), values('Plugh')])
    expect(both.split('\n').map((line) => line.replace(/ \(.*/, ''))).toEqual([
      'Texts like "Xyzzy": no column of that name with texts.',
      'Texts like "Xyzzy": nothing in that column',
      'Texts like "Plugh": nothing in all 21 text columns',
    ])
    shop.reader.before = async () => {
      throw new Problem('query_timeout')
    }
    const unread = await explore([values('Plugh', 'customers')])
    expect(unread).toMatch(/nothing in \d of \d text columns; not read: .*customers\.name/)
  })

  it('lists values of a column in the rows of the caller, and ranges of numbers and dates', async () => {
    const list = (within: string): ExploreCommand => ({ kind: 'list', within })
    expect(await explore([list('customers.city')])).toMatch(/customers\.city: .*"Berlin"/)
    const names = await explore([list('customers.name')])
    expect(names).toMatch(/customers\.name: "Customer 1-0".*"Customer 1-8"$/)
    expect(names).not.toMatch(FOREIGN)
    expect(await explore([list('orders.id')])).toMatch(/orders\.id: 1\d* … 1\d*/)
    expect(await explore([list('orders.id')], 2)).toMatch(/orders\.id: 2\d* … 2\d*/)
    expect(await explore([list('customers.password_hash')])).toBe(
      (await explore([list('customers.xyzzy')])).replace('xyzzy', 'password_hash'),
    )
    expect(await explore([list('orders')])).toMatch(/orders\.status: [\s\S]*orders\.total: /)
  })

  it('replies to foreign, denied and hidden names exactly as to nonexistent names', async () => {
    const nowhere = 'xyzzy'
    const same = async (ask: (name: string) => ExploreCommand, name: string) =>
      expect((await explore([ask(name)])).replaceAll(name, nowhere)).toBe(await explore([ask(nowhere)]))
    for (const name of SECRET_NAMES) {
      await same(describeIt, name)
      await same(search, name)
      await same((within) => values('Customer 1-3', within), name)
    }
    await same((column) => values('hash-1', `customers.${column}`), 'password_hash')
    await same((table) => values('a', `${table}.secret`), 'vault')
    for (const text of ['Customer 2-3', 'Shop 2', 'c2001@']) {
      const found = await explore([values(text), values(text, 'customers'), values(text, 'tenants.name')])
      const lines = found.split('\n').filter((line) => !line.startsWith('Texts like'))
      expect(lines.join('\n')).not.toMatch(FOREIGN)
    }
    expect((await explore([values('bob', 'orders.owner')], 1, 'ann')).split('\n').slice(1).join()).not.toContain('bob')
  })

  it('finds no value of a column with values: none', async () => {
    const withoutValues = { table: 'customers', column: 'name', synonyms: [], values: 'none' } as const
    const database = { ...SHOP, glossary: { ...EMPTY_GLOSSARY, columns: [withoutValues] } }
    const commands = [values('Customer 1-3', 'customers.name'), values('Customer 1-3'), describeIt('customers')]
    const { text } = await shop.reader.explore(1, commands, undefined, { database, catalog: shop.catalog })
    expect(text).toContain('customers(')
    expect(text).not.toContain('customers.name:')
  })

  it('keeps the reply of a round within its token limit for the largest tables and longest words', async () => {
    const { schema } = countedTables(2_000)
    const [table] = schema.tables
    if (table === undefined) throw new Error('no table')
    const [column] = table.columns
    if (column === undefined) throw new Error('no column')
    const wide = {
      ...table,
      name: 'wide',
      columns: Array.from({ length: 5_000 }, (_, n) => ({ ...column, name: `column_${n}` })),
    }
    const many = { ...schema, tables: [...schema.tables, wide] }
    const database = { ...SHOP, policy: { ...SHOP.policy, tables: { '*': { mode: 'shared' as const } } } }
    const long = 'column '.repeat(28)
    const commands = [search(long), describeIt('wide'), search('table'), values(long, 'wide'), values(long)]
    const { text } = await shop.reader.explore(1, commands, undefined, { database, schema: many })
    expect(text).toMatch(/wide\([\s\S]*more/)
    const held = await shop.reader.explore(1, [{ kind: 'list', within: 'wide' }], undefined, { database, schema: many })
    expect(held.text).toMatch(/… and \d+ more columns, not told here$/)
    expect(estimatedTokens(held.text)).toBeLessThanOrEqual(EXPLORE_TOKENS_MAX)
    expect(estimatedTokens(text)).toBeLessThanOrEqual(EXPLORE_TOKENS_MAX)
  })

  it('fails with the problem of an unreachable database', async () => {
    shop.reader.before = async () => {
      throw new Problem('database_unreachable')
    }
    await expect(explore([values('Customer 1-3')])).rejects.toThrow(Problem)
  })
})

describe('the target of an exploration', () => {
  const targetsOf = async (commands: readonly ExploreCommand[], more: { readonly tenant?: number } = {}) => {
    const seen: (ExploreTarget | undefined)[] = []
    const onLooking = (at: ExploreTarget | undefined) => void seen.push(at)
    await shop.reader.explore(more.tenant ?? 1, commands, undefined, { catalog: shop.catalog, onLooking })
    return seen
  }
  const list = (within: string): ExploreCommand => ({ kind: 'list', within })

  it('names tables and columns in the spelling of the database', async () => {
    expect(
      await targetsOf([
        search('salary'),
        describeIt('STAFF'),
        list('CUSTOMERS.Name'),
        list('customers'),
        values('Acme'),
      ]),
    ).toEqual([
      { kind: 'tables', of: 'salary' },
      { kind: 'columns', of: 'staff' },
      { kind: 'values', of: 'customers.name' },
      { kind: 'values', of: 'customers' },
      { kind: 'texts', texts: ['Acme'], columns: expect.any(Number) },
    ])
  })

  it('counts the searched columns without hidden ones', async () => {
    const counts = async (within: string) => await targetsOf([values('Customer 1-3', within)])
    const one = [{ kind: 'texts', texts: ['Customer 1-3'], columns: 1 }]
    expect(await counts('customers.name')).toEqual(one)
    expect(await counts('customers.password_hash')).toEqual([{ ...one[0], columns: 0 }])
  })

  it('names nothing that is denied, hidden or nonexistent', async () => {
    for (const name of ['customers.password_hash', 'nowhere', ...SECRET_NAMES]) {
      expect(await targetsOf([describeIt(name), list(name)])).toEqual([undefined, undefined])
    }
  })

  it('shows at most 60 characters of a text, without control characters', async () => {
    const seen = JSON.stringify(
      await targetsOf([values(`Kiel\u0000\u202e\n${'x'.repeat(150)}`), search('y'.repeat(150))]),
    )
    expect(seen).toContain(`"Kiel ${'x'.repeat(54)}…"`)
    expect(seen).toContain(`"${'y'.repeat(59)}…"`)
  })
})
