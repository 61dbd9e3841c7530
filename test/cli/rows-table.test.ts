import { rowsTable } from '../../src/cli/rows-table.ts'

const columns = [
  { name: 'customer', type: 'text' },
  { name: 'total', type: 'number' },
]
const lines = (text: string) => text.split('\n')

describe('rowsTable', () => {
  it('aligns columns, numbers to the right', () => {
    const rows = [
      { customer: 'Zoë', total: 5 },
      { customer: '東京 🧮', total: 12_345.5 },
      { customer: null, total: null },
    ]
    expect(rowsTable({ columns, rows, truncated: false }, { width: 80 })).toBe(
      [
        '┌──────────┬──────────┐',
        '│ customer │    total │',
        '├──────────┼──────────┤',
        '│ Zoë      │     5.00 │',
        '│ 東京 🧮  │ 12345.50 │',
        '│ –        │        – │',
        '└──────────┴──────────┘',
      ].join('\n'),
    )
  })

  it('cuts wide text and stays within the terminal, but never cuts a number', () => {
    const wide = Array.from({ length: 4 }, (_, index) => ({ name: `text${index}`, type: 'text' }))
    const row = { ...Object.fromEntries(wide.map(({ name }) => [name, 'x'.repeat(60)])), n: 123_456_789_012_345 }
    const table = rowsTable(
      { columns: [...wide, { name: 'n', type: 'number' }], rows: [row], truncated: false },
      { width: 80 },
    )
    for (const line of lines(table)) expect(line.length).toBeLessThanOrEqual(80)
    expect(table).toContain('x…')
    expect(table).toContain('123456789012345')
  })

  it('says how many rows it does not show', () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ customer: `c${index}`, total: index }))
    const last = (count: number, truncated: boolean) =>
      lines(rowsTable({ columns, rows: rows.slice(0, count), truncated }, { width: 80 })).at(-1)
    expect(last(25, false)).toBe('… 5 more rows')
    expect(last(21, false)).toBe('… 1 more row')
    expect(last(25, true)).toBe('… 5 and more rows')
    expect(last(20, true)).toBe('… more rows')
    expect(last(20, false)).toMatch(/^└/)
  })

  it('keeps each row on its line, whatever its cells hold', () => {
    const rows = [{ customer: 'a\nb\u001b[31m\tc\u0000', total: 1 }]
    const table = rowsTable({ columns, rows, truncated: false }, { width: 80 })
    expect(lines(table)).toHaveLength(5)
    expect(table).toContain('│ a b[31m c │')
  })

  it('shows nested values as JSON', () => {
    const rows = [{ customer: { name: 'x', tags: [1] }, total: 1 }]
    expect(rowsTable({ columns, rows, truncated: false }, { width: 80 })).toContain('{"name":"x","tags":[1]}')
  })

  it('shows the columns of a result without rows', () => {
    expect(lines(rowsTable({ columns, rows: [], truncated: false }, { width: 80 }))[1]).toBe('│ customer │ total │')
  })

  it('makes the head bold where colours are wanted', () => {
    expect(rowsTable({ columns, rows: [], truncated: false }, { width: 80, colors: true })).toContain(
      '\u001b[1mcustomer',
    )
    expect(rowsTable({ columns, rows: [], truncated: false }, { width: 80 })).not.toContain('\u001b')
  })
})
