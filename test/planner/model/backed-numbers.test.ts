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

describe('A number is backed however it is formatted', () => {
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
    'No one ordered.',
    'Acme made ١٢٣٤٥٦٨.',
  ])('%s', (sentence) => {
    expect(isBacked(sentence)).toBe(true)
  })
})

describe('A number that nobody gave is not backed', () => {
  it.each([
    'Acme made 1,234,560 EUR.',
    'Acme made 1,200,000 EUR.',
    'Acme made 1.3 million EUR.',
    'Acme made 1234567.88.',
    'Globex made 800,500 EUR.',
    'Globex made 805 EUR.',
    'Globex made 800.5 million.',
    'Together they have 100 orders.',
    'On average 50 orders.',
    'That is 70% more.',
    'Globex changed by -4.',
    'Three customers match.',
    'The top 3 are these.',
    'The three largest are these.',
    'It is 3 more than most.',
    'Forty-one orders.',
    'One thousand orders.',
    'In 2025 it was different.',
    'Acme made 37x as much as 38.',
    'Acme made ٩٩٩.',
  ])('%s', (sentence) => {
    expect(isBacked(sentence)).toBe(false)
  })
})
