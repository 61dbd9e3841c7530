import fc from 'fast-check'
import { nameFilter, namesOf, UNKNOWN_NAMES, withoutNames } from '../../../src/ask/rules/answer-names.ts'
import { columnTitles, titledResult } from '../../../src/ask/rules/column-titles.ts'

const SQL = `SELECT o."zq_cust_nm", SUM(amtEur) AS total_amt FROM zq_orders o WHERE state = 'in_work' GROUP BY 1`
const COMMAND =
  '{"aggregate":"zq_orders","pipeline":[{"$match":{"zqState":"in_work"}},{"$group":{"_id":"$zq_cust_nm"}}]}'

const names = namesOf([
  { statements: [SQL], tables: [{ table: 'zq_orders', label: 'orders' }], columns: ['zq_tenant_id'] },
  { statements: [COMMAND], tables: [{ table: 'zq_orders', label: 'orders' }], columns: [] },
])

describe('withoutNames', () => {
  it.each([
    ['By zq_cust_nm and amtEur.', 'By zq cust nm and amt eur.'],
    ['Of zq_orders.zq_tenant_id, zq_orders.total_amt', 'Of zq tenant id, total amt'],
    ['The state is zqState', 'The state is zq state'],
  ])('writes names as words: %s', (text, expected) => {
    expect(withoutNames(text, names)).toBe(expected)
  })

  it.each([
    'Values such as in_work, gift_card and AB_12 are no names.',
    'See zq_cust_nm@shop.example, https://shop.example/zq_orders and done.Next.',
    'The total of state, by order.',
  ])('changes nothing else: %s', (text) => {
    expect(withoutNames(text, names)).toBe(text)
  })

  it('takes every technical word for a name if no query is known', () => {
    expect(withoutNames('Do you mean cust_nm or custNo of o.status?', UNKNOWN_NAMES)).toBe(
      'Do you mean cust nm or cust no of o.status?',
    )
  })

  it('has the labels of tables once', () => {
    expect(names.labels).toEqual(['orders'])
  })
})

describe('nameFilter', () => {
  it('gives the same text for every way in which it arrives', () => {
    const word = fc.constantFrom(
      'zq_cust_nm',
      'zq_orders.amtEur',
      'in_work',
      ' ',
      '\n',
      '.',
      ', ',
      'a@zq_orders',
      '10.5',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat(6)), { maxLength: 20 }), (words) => {
        const text = words.map(([one]) => one).join('')
        const filter = nameFilter()
        let shown = ''
        let at = 0
        for (const [, length] of words) {
          shown += filter.push(text.slice(at, at + length), names)
          at += length
        }
        shown += filter.push(text.slice(at), names) + filter.end(names)
        expect(shown).toBe(withoutNames(text, names))
      }),
      { seed: 54 },
    )
  })
})

describe('titledResult', () => {
  it('names columns, rows, shortened cells and fields of cells by different titles', () => {
    const columns = [
      { name: 'cust_nm', type: 'text', title: 'customer' },
      { name: 'custNm', type: 'text', title: 'customer' },
      { name: '__', type: 'mixed' },
    ] as const
    const rows = [{ cust_nm: 'a', custNm: 'b', __: [{ zq_id: 1, zqId: 2 }] }]
    const result = { columns, rows, rowCount: 1, truncated: false, shortened: [{ row: 0, column: '__', length: 9 }] }
    expect(titledResult(result)).toEqual({
      columns: [
        { name: 'customer', type: 'text' },
        { name: 'customer (2)', type: 'text' },
        { name: 'column 3', type: 'mixed' },
      ],
      rows: [{ customer: 'a', 'customer (2)': 'b', 'column 3': [{ 'zq id': 1, 'zq id (2)': 2 }] }],
      rowCount: 1,
      truncated: false,
      shortened: [{ row: 0, column: 'column 3', length: 9 }],
    })
    expect(columnTitles([{ name: 'a' }, { name: 'A' }, { name: 'a (2)' }])).toEqual(['a', 'a (2)', 'a 2'])
  })
})
