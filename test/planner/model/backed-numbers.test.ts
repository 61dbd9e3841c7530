import { describe, expect, it } from '@jest/globals'
import { type Backing, numberCheck } from '../../../src/planner/model/backed-numbers.ts'

const backing: Backing = {
  texts: ['Top 5 customers of the last 30 days', '2026-11-21', "SELECT … WHERE ordered_at >= '2026-10-22'"],
  rows: [
    { name: 'Acme 24', revenue: 1234567.891, orders: 37, share: 0.125, change: -12.5, at: '2026-10-31T14:30:00Z' },
    { name: 'Globex', revenue: '800.50', orders: 63, share: 0.5, change: 4, at: '2026-11-01T08:05:00Z' },
  ],
  rowCount: 2,
}
const isBacked = numberCheck(backing)

describe('A number of the rows in any format', () => {
  it.each([
    'Acme made 1,234,567.89 EUR.',
    'Acme made 1.234.567,89 EUR.',
    'Acme made 1 234 567,9 EUR.',
    "Acme made 1'234'567.9 EUR.",
    'Acme made 1,234,568 EUR.',
    'Acme made about 1,200,000 EUR.',
    'Acme made 1.2 million EUR.',
    'Acme made €1.23M.',
    'Acme made 1235k.',
    'Globex made 800.5, or 801 rounded.',
    'Globex made $800.50!',
    'Orders: 37 and 63.',
    'Thirty-seven orders.',
    'Acme has 12.5% of it, Globex 50 percent.',
    'Acme has 37% of the orders.',
    'Acme lost 12.5, which is -12.5.',
    'On 31 October 2026 at 14:30, Acme 24 ordered.',
    'Am 31.10.2026 und 1.11.2026.',
    'On 11/01/2026 at 8:05.',
    'Two customers match in the last 30 days.',
    'The top 2 of at most 5.',
    '1. Acme\n2. Globex',
    'Acme is 1st, Globex 2nd.',
    'The two largest are these.',
    'Together they have 100 orders.',
    'On average 50 orders.',
    'Globex has 70% more orders than Acme.',
    'Acme made ١٢٣٤٥٦٨.',
  ])('is backed: %s', (sentence) => {
    expect(isBacked(sentence)).toBe(true)
  })
})

describe('A number that is in neither the rows nor the question', () => {
  it.each([
    'Acme made 1,234,560 EUR.',
    'Acme made 1,200,000 EUR.',
    'Acme made 1.3 million EUR.',
    'Acme made 1234567.88.',
    'Globex made 800,500 EUR.',
    'Globex made 805 EUR.',
    'Globex made 800.5 million.',
    'Globex changed by -4.',
    'Three customers match.',
    'The top 3 are these.',
    'The three largest are these.',
    'It is 3 more than most.',
    'Forty-one orders.',
    'One thousand orders.',
    'In 2025 it was different.',
    'Acme made 37x as much as 38.',
    'Together they have 101 orders.',
    'On average 51 orders.',
    'Acme has 70% more orders than Globex.',
    'No one ordered.',
    'Acme made ٩٩٩.',
  ])('is not backed: %s', (sentence) => {
    expect(isBacked(sentence)).toBe(false)
  })
})

describe('An amount in any words, script or unit', () => {
  const rows = [
    { name: 'Acme', orders: 5, share: 0.5, growth: 12, total: 37, power: 10, six: 6 },
    { name: 'Globex', orders: 9, share: 0.25, growth: 63, total: 3, power: 100, six: 8 },
  ]
  const isGiven = numberCheck({ texts: ['Which customers grew?'], rows, rowCount: 2 })
  const few = [
    { name: 'Acme', orders: 7 },
    { name: 'Globex', orders: 9 },
  ]
  const isOfFew = numberCheck({ texts: ['Which customers grew?'], rows: few, rowCount: 2 })

  it.each([
    ...['a million orders', 'one million', 'millions of orders', 'hundreds', 'tens of thousands', 'zillions'],
    ...[
      'Acme made 5M.',
      '5 M',
      '5 million',
      '5 Mio',
      '5 Mio. EUR',
      '5 Mrd.',
      '5 Tsd.',
      '5k',
      '5 kk',
      '5 bn',
      '5MM',
      '5 lakh',
    ],
    ...['5 crore', '5万', '5 млн', '5 тысяч', '5 zl of it', '5xyz', '5e6', '10^6', '10⁶', '5 × 10', '5‰', '5 grand'],
    ...['M€5', '5 €M', '5 hundred thousand', '½ million', '⅓', '¾ of them', '1½', '⑬', '⑨⑨⑨', 'Ⅻ0', '９９', '٩٩', '𝟗𝟗'],
    ...['**9**00', '9\u200d00', '9\u030000', '9\u00a0000', '9٬000', '9，000', '9\u2007000', '9_000'],
    ...['It doubled.', 'twice as many', 'tripled', 'a threefold rise', 'half of them', 'a third of them', 'two thirds'],
    ...['three quarters', 'a quarter of them', 'a dozen', 'dozens', 'a couple', 'a tenth of it', '𝐦𝐢𝐥𝐥𝐢𝐨𝐧𝐬'],
    ...['verdoppelt', 'die Hälfte', 'ein Dutzend', 'eine Million', 'fünfundzwanzig', 'dreihundert', 'doppelt so viel'],
    ...[
      'zehntausend',
      'fünf Millionen',
      'ein Drittel',
      'la moitié',
      'une douzaine',
      'un million',
      'deux mille',
      'le double',
    ],
    ...[
      'cent commandes',
      'la mitad',
      'una docena',
      'un millón',
      'el doble',
      'siete mil',
      'hay once pedidos',
      '三百万',
      '半分の一半',
    ],
    ...['zero orders', 'quarante', 'dreizehn', 'trece'],
  ])('is not backed without such a row: %s', (claim) => {
    expect(isOfFew(claim)).toBe(false)
  })

  it.each([
    ...[
      '5 orders',
      'five orders',
      'fünf Kunden',
      'cinq clients',
      'cinco clientes',
      '⑫',
      '½',
      '¼',
      '50 %',
      '25%',
      '५ orders',
    ],
    ...['the third largest', 'a customer', 'one of them', '63 US customers', '37个订单', '5 EUR', '€5', '12 Tage'],
    ...[
      'os pedidos dos clientes',
      'the 3rd of 9',
      'both of them',
      'most of them',
      '12 kg'.replace(' kg', ''),
      'per cent',
    ],
  ])('is backed by the rows: %s', (sentence) => {
    expect(isGiven(sentence)).toBe(true)
  })

  it('is backed by the same word in the question or the rows', () => {
    const isBackedByQuestion = numberCheck({
      texts: ['Which customers doubled, and who has half of the total in km?'],
      rows: [{ name: 'Dozen Ltd', length: 5, unit: 'm' }],
      rowCount: 1,
    })
    for (const sentence of ['Dozen Ltd doubled.', 'It has half.', 'It is 5 m long.', 'It is 5 km long.'])
      expect(isBackedByQuestion(sentence)).toBe(true)
    for (const sentence of ['It tripled.', 'It is 5 k.', 'It is 5 million m long.', 'It is 5 kt.'])
      expect(isBackedByQuestion(sentence)).toBe(false)
  })
})
