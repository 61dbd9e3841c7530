import { describe, expect, it } from '@jest/globals'
import type { Glossary, PhraseGloss } from '../../../src/ask/rules/glossary.ts'
import { resolveGlossary } from '../../../src/ask/rules/resolve-glossary.ts'
import type { NameFolding } from '../../../src/guard/name-folding.ts'
import type { Column } from '../../../src/guard/schema.ts'

const SAME: NameFolding = { table: (name) => name, column: (name) => name }
const FOLDED: NameFolding = { table: (name) => name.toLowerCase(), column: (name) => name.toLowerCase() }

const path = (name: string, ...arrays: readonly string[]): Column => ({
  name,
  type: 'string',
  nullable: true,
  ...(arrays.length === 0 ? {} : { arrays }),
})
const COLLECTION = {
  name: 'orders',
  columns: [
    ...[path('_id'), path('address'), path('address.city'), path('tags', 'tags'), path('items', 'items')],
    ...[
      path('items.note', 'items'),
      path('items.parts', 'items', 'items.parts'),
      path('items.parts.no', 'items.parts'),
    ],
  ],
}
const SALES = { schema: 'sales', name: 'Orders', columns: [path('Total'), path('orders.total')] }

const glossary = (parts: Partial<Glossary>): Glossary => ({ tables: [], columns: [], phrases: [], ...parts })
const columnsOf = (...pairs: readonly (readonly [string, string])[]) =>
  glossary({ columns: pairs.map(([table, column]) => ({ table, column, synonyms: [] })) })

describe('resolveGlossary', () => {
  it('writes names as in the database if the engine folds case', () => {
    const written = columnsOf(['SALES.ORDERS', 'total'], ['sales.orders', 'Sales.Orders.TOTAL'])
    const { columns } = resolveGlossary(written, [SALES], FOLDED).glossary
    expect(columns.map(({ table, column }) => [table, column])).toEqual([
      ['sales.Orders', 'Total'],
      ['sales.Orders', 'Total'],
    ])
    const { mistakes } = resolveGlossary(written, [SALES], SAME)
    expect(mistakes.map(({ path: at }) => at.join('.'))).toEqual(['columns.0.table', 'columns.1.table'])
  })

  it('resolves paths of documents and of array elements', () => {
    const written = columnsOf(
      ...([
        ['orders', 'address.city'],
        ['orders', 'items.note'],
        ['orders.items', 'note'],
        ['orders.tags', 'tags'],
      ] as const),
      ...([
        ['orders.items.parts', 'no'],
        ['orders.address', 'city'],
        ['orders.items', 'city'],
      ] as const),
    )
    const { glossary: found, mistakes } = resolveGlossary(written, [COLLECTION], SAME)
    expect(found.columns).toHaveLength(5)
    expect(mistakes).toEqual([
      { path: ['columns', 5, 'table'], message: 'is not a known table: orders.address' },
      { path: ['columns', 6, 'column'], message: 'is not a column of orders.items: city' },
    ])
  })

  it('resolves every column of a formula and reports the path of a missing one', () => {
    const measured = (times: NonNullable<PhraseGloss['measure']>['times'] & {}): PhraseGloss => ({
      phrase: 'worth',
      table: 'sales.orders',
      measure: { aggregate: 'sum', column: 'TOTAL', times },
    })
    const written = glossary({
      phrases: [
        measured(['total', { from: 'TOTAL', minus: 'total', per: 100 }]),
        measured([{ from: 1, minus: 'gone' }]),
      ],
    })
    const { glossary: found, mistakes } = resolveGlossary(written, [SALES], FOLDED)
    expect(found.phrases.map(({ measure }) => measure)).toEqual([
      { aggregate: 'sum', column: 'Total', times: ['Total', { from: 'Total', minus: 'Total', per: 100 }] },
    ])
    expect(mistakes.map(({ path: at }) => at.join('.'))).toEqual(['phrases.1.measure.times.0.minus'])
  })

  it('rejects a phrase that uses a hidden column and keeps a synonym for one', () => {
    const filter = { column: 'total', op: '=', value: 1 } as const
    const phrases = [
      { phrase: 'worth', table: 'sales.orders', measure: { aggregate: 'sum', column: 'total' } } as const,
      { phrase: 'one', table: 'sales.orders', filter },
    ]
    const written = { ...columnsOf(['sales.orders', 'total']), phrases }
    const hidden = [{ ...SALES, columns: [path('Total')] }]
    const { glossary: found, mistakes } = resolveGlossary(written, [SALES], FOLDED, hidden)
    expect([found.columns.length, found.phrases]).toEqual([1, []])
    expect(mistakes.map(({ path: at, message }) => `${at.join('.')} ${message}`)).toEqual([
      'phrases.0.measure.column is hidden in sales.Orders and cannot be used: total',
      'phrases.1.filter.column is hidden in sales.Orders and cannot be used: total',
    ])
  })

  it('resolves the referenced column of a key to the names of the database', () => {
    const keyed = (references: string) => ({ table: 'sales.orders', column: 'total', synonyms: [], references })
    const of = (references: string) => resolveGlossary(glossary({ columns: [keyed(references)] }), [SALES], FOLDED)
    expect(of('SALES.orders.TOTAL').glossary.columns[0]?.references).toBe('sales.Orders.Total')
    expect(of('sales.orders.gone').mistakes.map(({ path: at }) => at.join('.'))).toEqual(['columns.0.references'])
  })

  it('drops a missing label from an entry, and a whole phrase with a missing column', () => {
    const filter = { column: 'gone', op: '=', value: 1 } as const
    const { glossary: found, mistakes } = resolveGlossary(
      glossary({
        tables: [{ table: 'orders', synonyms: ['order'], label: 'gone' }],
        phrases: [{ phrase: 'open', table: 'orders', filter }],
      }),
      ...[[COLLECTION], SAME],
    )
    expect(found).toEqual({ tables: [{ table: 'orders', synonyms: ['order'] }], columns: [], phrases: [] })
    expect(mistakes.map(({ path: at }) => at.join('.'))).toEqual(['tables.0.label', 'phrases.0.filter.column'])
  })
})
