import fc from 'fast-check'
import { columnTitles, titledResult } from '../../../src/ask/rules/column-titles.ts'
import { databaseNames, nameFilter, technicalNames, withoutNames } from '../../../src/ask/rules/database-names.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'

const SHAPE = [
  {
    table: 'public.zq_orders',
    columns: [
      ['zq_cust_nm', 'TEXT'],
      ['amtEur', 'REAL'],
      ['state', 'TEXT'],
    ] as const,
  },
  {
    table: 'papers',
    columns: [
      ['zq_addr.zqCity', 'string'],
      ['größe_cm', 'REAL'],
    ] as const,
  },
]

const names = databaseNames(technicalNames(SHAPE), {
  tables: [
    { table: 'public.zq_orders', synonyms: ['orders', 'sales'] },
    { table: 'papers', synonyms: [] },
  ],
})

describe('withoutNames', () => {
  it.each([
    ['By zq_cust_nm and amtEur.', 'By zq cust nm and amt eur.'],
    ['Of main.zq_orders or zq_orders.ZQ_CUST_NM', 'Of main.zq orders or zq orders.zq cust nm'],
    ['zq_cust_nm/amteur, @zq_cust_nm, zq\\_cust\\_nm', 'zq cust nm/amt eur, @zq cust nm, zq cust nm'],
    ['All zq_orders and zq_addrs by zqCity', 'All zq orders and zq addrs by zq city'],
    ['按zq_cust_nm统计，größe_cm', '按zq cust nm统计，größe cm'],
  ])('writes names of the database as words: %s', (text, expected) => {
    expect(withoutNames(text, names)).toBe(expected)
  })

  it.each([
    'Values such as in_work, gift_card, AB_12, eBay GmbH, kWh, McDonald, US$5 and file_1.csv.',
    'ann_lee@zq-shop.example, https://shop.example/zq_orders?amtEur=1',
    'The total of state, by papers. As listed',
  ])('changes nothing else: %s', (text) => {
    expect(withoutNames(text, names)).toBe(text)
  })

  it('takes words of two parts for names before the database was indexed', () => {
    const unknown = databaseNames(undefined, EMPTY_GLOSSARY)
    expect(withoutNames('Do you mean cust_nm or custNo of eBay, PayPal, iPhone in kWh?', unknown)).toBe(
      'Do you mean cust nm or cust no of eBay, PayPal, iPhone in kWh?',
    )
  })

  it('has the first synonyms of tables as labels', () => {
    expect([...names.labels]).toEqual([['public.zq_orders', 'orders']])
  })
})

describe('nameFilter', () => {
  it('gives the same text for every way in which it arrives', () => {
    const word = fc.constantFrom('zq_cust_nm', 'zq_orders.amtEur', 'in_work', ' ', '\n', '.', ', ', 'a@zq.de', '10.5')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat(6)), { maxLength: 20 }), (words) => {
        const text = words.map(([one]) => one).join('')
        const filter = nameFilter(names)
        let shown = ''
        let at = 0
        for (const [, length] of words) {
          shown += filter.push(text.slice(at, at + length))
          at += length
        }
        shown += filter.push(text.slice(at)) + filter.end()
        expect(shown).toBe(withoutNames(text, names))
      }),
      { seed: 54 },
    )
  })

  it('does not hold back a text without spaces', () => {
    expect(nameFilter(names).push('統'.repeat(1_000))).toHaveLength(1_000)
  })
})

describe('titledResult', () => {
  it('names columns, rows, shortened cells and fields of cells by different titles', () => {
    const columns = [
      { name: 'cust_nm', type: 'text', title: 'customer' },
      { name: 'custNm', type: 'text', title: 'customer' },
      { name: '', type: 'mixed' },
    ] as const
    const rows = [{ cust_nm: 'a', custNm: 'b', '': [{ zq_id: 1, zqId: 2, '2024-01': 3, 'C++': 4, '<5': 5 }] }]
    const result = { columns, rows, rowCount: 1, truncated: false, shortened: [{ row: 0, column: '', length: 9 }] }
    expect(titledResult(result)).toEqual({
      columns: [
        { name: 'customer', type: 'text' },
        { name: 'customer (2)', type: 'text' },
        { name: 'column 3', type: 'mixed' },
      ],
      rows: [
        {
          customer: 'a',
          'customer (2)': 'b',
          'column 3': [{ 'zq id': 1, 'zq id (2)': 2, '2024-01': 3, 'C++': 4, '<5': 5 }],
        },
      ],
      rowCount: 1,
      truncated: false,
      shortened: [{ row: 0, column: 'column 3', length: 9 }],
    })
    expect(columnTitles(['a', 'a', 'a (2)', '€', '-1', 'Umsatz (EUR)', 'KD_NR'].map((name) => ({ name })))).toEqual([
      ...['a', 'a (2)', 'a (2) (2)', '€', '-1', 'Umsatz (EUR)', 'kd nr'],
    ])
  })
})
