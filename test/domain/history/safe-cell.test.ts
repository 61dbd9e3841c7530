import { safeCell } from '../../../src/ask/rules/history/safe-cell.ts'

describe('safeCell', () => {
  it.each([
    '=1+1',
    '+cmd',
    '-2+3+cmd|calc',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1+1',
    '＠A',
    '-1-1',
  ])('quotes a cell that spreadsheets read as a formula: %j', (text) => {
    expect(safeCell(text)).toBe(`'${text}`)
  })

  it.each([
    ['a text', 'a text'],
    ['a = b', 'a = b'],
    [-5, '-5'],
    ['-5.00', '-5.00'],
    ['+4', '+4'],
    ['-1e9', '-1e9'],
    ['-', '-'],
    ['+', '+'],
    ['-25:00:01', '-25:00:01'],
    ['-Infinity', '-Infinity'],
    ['-$0.01', '-$0.01'],
    [true, 'true'],
    [null, ''],
    ['', ''],
    [{ a: [1] }, '{"a":[1]}'],
  ])('keeps another cell: %j', (cell, text) => {
    expect(safeCell(cell)).toBe(text)
  })
})
