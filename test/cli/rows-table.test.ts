import { textWidth } from '../../src/charts/text-width.ts'
import { printRows } from '../../src/cli/print.ts'
import { rowsTable } from '../../src/cli/rows-table.ts'

const columns = [
  { name: 'customer', type: 'text' },
  { name: 'total', type: 'number' },
]
const lines = (text: string) => text.split('\n')

describe('rowsTable', () => {
  it('aligns text to the left and numbers to the right', () => {
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

  it('truncates text to the width of the terminal, but never a number', () => {
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

  it.each([
    ['wide characters', '東京都千代田区', 14],
    ['emoji of several parts', '👩‍👩‍👧‍👦🇸🇪🫠', 6],
    ['combining vowel signs', 'नमस्ते', 3],
    ['Hangul and full-width forms', '한국ＡＢ', 8],
    ['a combining accent', 'Zoe\u0308', 3],
  ])('keeps its borders aligned with %s, truncated or not', (_, customer, columnsTaken) => {
    expect(textWidth(customer)).toBe(columnsTaken)
    for (const width of [80, 24]) {
      const rows = [{ customer: customer.repeat(width === 24 ? 3 : 1), total: 1 }]
      const widths = lines(rowsTable({ columns, rows, truncated: false }, { width })).map(textWidth)
      expect(new Set(widths).size).toBe(1)
      expect(widths[0]).toBeLessThanOrEqual(width)
    }
  })

  it('truncates neither text nor rows without a terminal', () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ customer: `c${index} ${'x'.repeat(300)}`, total: index }))
    const table = rowsTable({ columns, rows, truncated: false }, { width: undefined })
    expect(table.match(/c\d+ x{300}/g)).toHaveLength(25)
    expect(table).not.toContain('…')
  })

  it('prints one column per line if a table does not fit, and wraps text at the width of the terminal', () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ name: `column ${index}`, type: 'text' }))
    const row = Object.fromEntries(many.map(({ name }) => [name, 'a long text that says something']))
    const table = rowsTable({ columns: many, rows: [row, row], truncated: false }, { width: 40 })
    expect(lines(table).filter((line) => line.startsWith('column '))).toHaveLength(16)
    expect(lines(table)[0]).toBe('column 0  a long text that says')
    expect(lines(table)[1]).toBe('          something')
    for (const line of lines(table)) expect(textWidth(line)).toBeLessThanOrEqual(40)
  })

  it('reports how many rows it omits', () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ customer: `c${index}`, total: index }))
    const last = (count: number, truncated: boolean) =>
      lines(rowsTable({ columns, rows: rows.slice(0, count), truncated }, { width: 80 })).at(-1)
    expect(last(25, false)).toBe('… 5 more rows')
    expect(last(21, false)).toBe('… 1 more row')
    expect(last(25, true)).toBe('… 5 and more rows')
    expect(last(20, true)).toBe('… more rows')
    expect(last(20, false)).toMatch(/^└/)
  })

  it('keeps each row on one line, without control characters', () => {
    const rows = [{ customer: 'a\nb\u001b[31m\tc\u0000', total: 1 }]
    const table = rowsTable({ columns, rows, truncated: false }, { width: 80 })
    expect(lines(table)).toHaveLength(5)
    expect(table).toContain('│ a b[31m c │')
  })

  it('shows nested values as JSON', () => {
    const rows = [{ customer: { name: 'x', tags: [1] }, total: 1 }]
    expect(rowsTable({ columns, rows, truncated: false }, { width: 80 })).toContain('{"name":"x","tags":[1]}')
  })

  it('shows the column names of a result without rows', () => {
    expect(lines(rowsTable({ columns, rows: [], truncated: false }, { width: 80 }))[1]).toBe('│ customer │ total │')
  })

  it('prints the header in bold only if colors are enabled', () => {
    expect(rowsTable({ columns, rows: [], truncated: false }, { width: 80, colors: true })).toContain(
      '\u001b[1mcustomer',
    )
    expect(rowsTable({ columns, rows: [], truncated: false }, { width: 80 })).not.toContain('\u001b')
  })
})

describe('printRows', () => {
  const shown = (width: number | undefined, rows: Parameters<typeof printRows>[1]): string => {
    let out = ''
    const write = (text: string): void => {
      out += text
    }
    printRows({ width, colors: false, write }, rows, 'none')
    return out
  }
  const rows = [
    {
      id: '01a20f77-3e08-705f-99aa-5f19dd1dc757',
      name: 'The orders of all shops in 東京 since they were opened',
      engine: 'postgres',
    },
  ]

  it.each([200, 80, 60])('fits a list into %i columns, wraps long text, and does not break ids', (width) => {
    const list = shown(width, rows)
    for (const line of lines(list)) expect(textWidth(line)).toBeLessThanOrEqual(width)
    expect(list).toContain('01a20f77-3e08-705f-99aa-5f19dd1dc757')
    const text = list.replace(/[│─┌┐└┘├┤┬┴┼\s]|postgres|01a20f77[\w-]*|engine|name|id/g, '')
    expect(text).toBe('Theordersofallshopsin東京sincetheywereopened')
  })

  it('does not wrap a list without a terminal', () => {
    expect(lines(shown(undefined, rows))[3]).toContain(
      'The orders of all shops in 東京 since they were opened │ postgres',
    )
  })
})
