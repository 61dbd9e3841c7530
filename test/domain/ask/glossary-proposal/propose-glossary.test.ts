import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { EMPTY_GLOSSARY, type Glossary } from '../../../../src/ask/rules/glossary.ts'
import type { VisibleTable } from '../../../../src/ask/rules/knowledge.ts'
import { resolveGlossary } from '../../../../src/ask/rules/resolve-glossary.ts'
import type { GlossaryProposal } from '../../../../src/manage/glossary/rules/proposal.ts'
import { proposeGlossary } from '../../../../src/manage/glossary/rules/propose-glossary.ts'
import { readGlossary } from '../../../../src/manage/written-files/glossary-file.ts'
import { runToEnd } from '../../../../src/platform/values/sliced.ts'
import { Fixture } from '../../../planner/builtin/fixture.ts'

const folding = { table: (name: string) => name, column: (name: string) => name }

/** A table from `name type` pairs; the first column is its primary key. */
const table = (name: string, columns: string): VisibleTable => ({
  name,
  foreignKeys: [],
  primaryKey: [columns.split(' ', 1)[0] ?? ''],
  columns: columns.split(', ').map((pair) => {
    const [column = '', type = ''] = pair.split(' ')
    return { name: column, type: type.replace('?', ''), nullable: type.endsWith('?') }
  }),
})
const draft = (tables: readonly VisibleTable[], glossary: Glossary = EMPTY_GLOSSARY) =>
  runToEnd(proposeGlossary({ schema: { engine: 'sqlite', tables }, catalogued: [], glossary, folding }))
const linesOf = ({ proposals }: { readonly proposals: readonly GlossaryProposal[] }, kind: GlossaryProposal['kind']) =>
  proposals.flatMap((one) => (one.kind === kind ? [`${one.about} ${one.says}`] : []))

describe('proposeGlossary', () => {
  it('reads a discount as a share of the price only if its name and type allow it', () => {
    const revenue = (discount: string) =>
      linesOf(draft([table('sales', `id int, quantity int, unit_price decimal, ${discount}`)]), 'measure')
    const product = 'sales "revenue": sum of quantity × unit_price'
    expect(revenue('discount decimal(4,2)')).toEqual([`${product} × (1 − discount)`])
    expect(revenue('discount_percent decimal(4,2)')).toEqual([`${product} × (1 − discount_percent / 100)`])
    expect(revenue('discount_amount decimal(9,2)')).toEqual([product])
  })

  it('proposes one revenue measure, from sales and not from purchases', () => {
    const [bought, paid, ordered] = [
      table('purchase_order_lines', 'id int, quantity int, unit_price decimal'),
      table('payments', 'id int, amount decimal'),
      table('orders', 'id int, total decimal'),
    ] as const
    expect(linesOf(draft([bought, paid, ordered]), 'measure')).toEqual(['orders "revenue": sum of total'])
    expect(linesOf(draft([bought]), 'measure')).toEqual([])
  })

  it('proposes no key that has another type, matches two tables, or is declared', () => {
    const parents = [table('customers', 'id int, name text'), table('depots', 'id int, name text')]
    const keys = (columns: string, more: Partial<VisibleTable> = {}, all = parents) =>
      linesOf(draft([...all, { ...table('rows', `row_id int, ${columns}`), ...more }]), 'key')
    expect(keys('customer_id int')).toEqual(['rows.customer_id points to customers.id'])
    expect(keys('cust_id bigint')).toEqual(['rows.cust_id points to customers.id'])
    expect(keys('customer_id text')).toEqual([])
    const foreignKeys = [{ columns: ['customer_id'], refTable: 'customers', refColumns: ['id'] }]
    expect(keys('customer_id int', { foreignKeys })).toEqual([])
    const twice = ['buyers', 'payers'].map((name) => table(name, 'client_no int, name text'))
    expect(keys('client_no int', {}, twice)).toEqual([])
  })

  it('qualifies tables by schema, and proposes no key if two schemas have the table', () => {
    const inSchema = (schema: string, one: VisibleTable): VisibleTable => ({ ...one, schema })
    const customers = table('customers', 'id int, fname text, lname text')
    const orders = inSchema('sales', table('orders', 'id int, cust_id int'))
    const tables = [inSchema('crm', customers), orders]
    const { glossary, proposals } = draft(tables)
    expect(linesOf({ proposals }, 'key')).toEqual(['sales.orders.cust_id points to crm.customers.id'])
    expect(resolveGlossary(glossary, tables, folding)).toEqual({ glossary, mistakes: [] })
    expect(linesOf(draft([...tables, inSchema('old', customers)]), 'key')).toEqual([])
  })

  it('names fields of an array of documents by their paths', () => {
    const field = (name: string, type: string) => ({
      name,
      type,
      nullable: true,
      ...(name.startsWith('items') ? { arrays: ['items'] } : {}),
    })
    const columns = [field('_id', 'objectId'), field('items', 'object'), field('items.qty', 'int | long')]
    const prices = [field('items.price', 'double'), field('price', 'double')]
    const orders = { ...table('orders', '_id objectId'), columns: [...columns, ...prices] }
    const { glossary, proposals } = draft([orders])
    expect(linesOf({ proposals }, 'measure')).toEqual(['orders "revenue": sum of items.qty × items.price'])
    expect(linesOf({ proposals }, 'abbreviation')).toEqual(['orders.items.qty also called "quantity"'])
    expect(resolveGlossary(glossary, [orders], folding).mistakes).toEqual([])
  })

  it('does not read the state of an address as the status of a row', () => {
    const labels = { labels: ['bavaria', 'hesse'] }
    const states = (columns: string) => {
      const made = table('rows', columns)
      const columnsOf = made.columns.map((column) => (column.name === 'state' ? { ...column, ...labels } : column))
      return linesOf(draft([{ ...made, columns: columnsOf }]), 'state')
    }
    expect(states('id int, state text')).toHaveLength(2)
    expect(states('id int, city text, state text')).toEqual([])
  })

  it('proposes no unpronounceable synonym', () => {
    const columns = 'id int, vsl_nm text, cust_nm text, pmt_mthd text, pmt_dt date'
    expect(linesOf(draft([table('tbl_pmt', columns)]), 'abbreviation')).toEqual([
      ...['tbl_pmt also called "payment"', 'tbl_pmt.cust_nm also called "customer name"'],
      'tbl_pmt.pmt_dt also called "payment date"',
    ])
  })

  const folders = ['bench/opened', 'bench/unseen']
  const scripts = folders.flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)))
  it.each(scripts.filter((file) => file.endsWith('.sql')))('proposes a valid glossary for %s only once', (file) => {
    const { view, values } = new Fixture(readFileSync(file, 'utf8'), EMPTY_GLOSSARY).knowledge
    const known = { kind: 'category', of: 'everybody', dateFormat: 'DD.MM.YYYY' } as const
    const catalogued = values.map((column) => ({ ...column, ...known }))
    const drafted = (glossary: Glossary) =>
      runToEnd(proposeGlossary({ schema: view.schema, catalogued, glossary, folding }))
    const { glossary, proposals } = drafted(EMPTY_GLOSSARY)
    const held = resolveGlossary(readGlossary(glossary), view.schema.tables, folding)
    expect([proposals.length > 0, held.mistakes]).toEqual([true, []])
    expect(drafted(held.glossary).proposals).toEqual([])
  })

  it('proposes at most 500 entries for 1,000 tables, states what it omits, and proposes more in the next draft', () => {
    const many = Array.from({ length: 1_000 }, (_, at) =>
      table(`tbl_cust_${at}`, `id_${at} int, title text, ord_no int, shipped_at datetime?`),
    )
    const first = draft(many)
    expect(first.proposals).toHaveLength(500)
    expect(first.notes).toEqual([
      expect.stringMatching(/^A draft has at most 500 proposals\. Omitted: \d+ of kind label/),
    ])
    const held = resolveGlossary(readGlossary(first.glossary), many, folding)
    expect(held.mistakes).toEqual([])
    const second = draft(many, held.glossary)
    const proposed = new Set(first.proposals.map(({ about, kind }) => `${kind} ${about}`))
    expect(second.proposals.filter(({ about, kind }) => proposed.has(`${kind} ${about}`))).toEqual([])
    expect(second.proposals).toHaveLength(500)
  })
})
