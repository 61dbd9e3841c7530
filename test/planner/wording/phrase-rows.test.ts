import { cellText, chunks, type Figure, phraseRows, type Subject } from '../../../src/planner/wording/index.ts'
import type { Json } from '../../../src/platform/values/json.ts'

const subject = (part: Partial<Subject>): Subject => ({
  shape: 'count',
  many: 'orders',
  one: 'order',
  measure: 'number of orders',
  group: null,
  asked: 'number of orders',
  scope: '',
  isPast: false,
  figures: [],
  first: null,
  isWhether: false,
  comparison: null,
  ...part,
})

const result = (
  columns: readonly (readonly [string, 'number' | 'text'])[],
  rows: readonly (readonly Json[])[],
  truncated = false,
) => ({
  columns: columns.map(([name, type]) => ({ name, type })),
  rows: rows.map((row) => Object.fromEntries(columns.map(([name], index) => [name, row[index] ?? null]))),
  rowCount: rows.length,
  truncated,
  executionTimeMs: 1,
})

const say = (rows: ReturnType<typeof result>, about: Subject | null) =>
  phraseRows({ result: rows, explanation: 'Orders by status.', subject: about })

describe('phraseRows', () => {
  it('starts with the direct answer and its conditions', () => {
    const counted = result([['n', 'number']], [[412]])
    const orders: Figure = { role: 'value', says: '', kind: 'number', unit: 'orders', one: 'order' }
    expect(
      say(counted, subject({ figures: [orders], scope: ' from 1 to 31 October 2026', isPast: true })).message,
    ).toBe('There were 412 orders from 1 to 31 October 2026.')
    const summed = result([['revenue', 'number']], [[1234.5]])
    const figures: Figure[] = [{ role: 'value', says: '', kind: 'money', unit: 'EUR', one: null }]
    expect(say(summed, subject({ shape: 'value', asked: 'revenue in 2025', figures, isPast: true })).message).toBe(
      'The revenue in 2025 was 1,234.50 EUR.',
    )
  })

  it.each<[Json, Figure['kind'], string]>([
    [1e-18, 'number', '1e-18'],
    [-1e-18, 'money', '-1e-18'],
    [0.0042, 'money', '0.0042'],
    [0.00123456, 'percent', '0.00123 %'],
    [0.000001234, 'number', '0.00000123'],
    [0, 'money', '0.00'],
    [0.005, 'number', '0.01'],
    ['123456789.123456789012345678', 'number', '123,456,789.12'],
    ['0.000000000000000001234567890123456', 'number', '1.23e-18'],
    ['12345678901234567890.25', 'number', '12345678901234567890.25'],
    ['7.0000000000000000001', 'text', '7.0000000000000000001'],
  ])('never writes a non-zero amount as zero: %s as %s', (cell, kind, wanted) => {
    const figures: Figure[] = [{ role: 'value', says: '', kind, unit: null, one: null }]
    const summed = result([['v', 'number']], [[cell]])
    expect(say(summed, subject({ shape: 'value', asked: 'total amount', figures })).message).toBe(
      `The total amount is ${wanted}.`,
    )
  })

  it('names the conditions that no row meets', () => {
    const { message } = say(
      result([['n', 'number']], [[0]]),
      subject({ scope: ' with status lost in 2025', isPast: true }),
    )
    expect(message).toBe('There are no orders with status lost in 2025.')
    expect(say(result([], []), subject({ shape: 'list' })).message).toBe('There are no orders.')
  })

  it('never states that there are no rows if all rows were too large', () => {
    for (const about of [subject({ shape: 'list' }), subject({ shape: 'value' }), subject({ shape: 'groups' }), null])
      for (const brief of [false, true]) {
        const cut = result([['body', 'text']], [], true)
        const { message } = phraseRows({ result: cut, explanation: 'Articles.', subject: about, brief })
        expect(message).toBe('There are rows, but they are too large to be shown.')
      }
  })

  it('states that cells are truncated', () => {
    const cut = { ...result([['body', 'text']], [['x']]), shortened: [{ row: 0, column: 'body', length: 300_000 }] }
    expect(say(cut, subject({ shape: 'list' })).message).toMatch(/\n\nLong texts in the rows are shortened/)
  })

  it('states that more rows exist than are shown', () => {
    const { message } = say(result([['id', 'number']], [[1], [2]], true), subject({ shape: 'list' }))
    expect(message).toContain('Only the first 2 rows are shown; there are more.')
  })

  it('lists at most twelve rows and counts the rest', () => {
    const rows = Array.from({ length: 14 }, (_, index) => [`name ${index}`, index])
    const { message } = say(
      result(
        [
          ['name', 'text'],
          ['n', 'number'],
        ],
        rows,
      ),
      subject({ shape: 'groups', group: 'name' }),
    )
    expect(message).toContain('- name 11: n 11')
    expect(message).toContain('- … and 2 more')
    expect(message).not.toContain('name 12')
  })

  it('writes cells as plain text on one short line', () => {
    expect(cellText('[click](https://evil.example)\n<b>now</b>')).toBe(
      '\\[click\\](https: //evil.example) \\<b\\>now\\</b\\>',
    )
    expect(cellText('x'.repeat(500))).toHaveLength(80)
  })

  it.each([
    ['2026-11-07T00:00:00Z', '2026-11-07'],
    ['2026-11-07T00:00:00.000Z', '2026-11-07'],
    ['2026-11-07T00:00:01Z', '2026-11-07T00:00:01Z'],
    ['due 2026-11-07T00:00:00Z', 'due 2026-11-07T00:00:00Z'],
  ])('shows midnight as its day: %s', (cell, shown) => {
    expect(cellText(cell)).toBe(shown)
  })

  it('has a bar chart for names and a line chart for months, with inline values only', () => {
    const bars = say(
      result(
        [
          ['status', 'text'],
          ['n', 'number'],
        ],
        [
          ['paid', 3],
          ['open', 1],
        ],
      ),
      subject({ shape: 'groups', group: 'status' }),
    )
    expect(bars.chart?.spec.mark).toEqual({ type: 'bar' })
    const line = say(
      result(
        [
          ['month', 'text'],
          ['n', 'number'],
        ],
        [
          ['2026-01', 3],
          ['2026-02', 1],
          ['2026-03', 2],
        ],
      ),
      null,
    )
    expect(line.chart?.spec.mark).toMatchObject({ type: 'line' })
    expect(JSON.stringify({ ...line.chart?.spec, $schema: '' })).not.toMatch(/url|expr|signal|http/)
  })

  it('has a chart of the twenty longest of many bars, and one bar for the others', () => {
    const many = Array.from({ length: 51 }, (_, index) => [`name ${index}`, index])
    const { chart } = say(
      result(
        [
          ['s', 'text'],
          ['n', 'number'],
        ],
        many,
      ),
      null,
    )
    expect(chart?.spec.data).toMatchObject({ values: { length: 21, 20: { label: 'Other (31)', value: 465 } } })
  })

  it('streams chunks that add up to the message', () => {
    const message = 'There were 412 orders from 1 to 31 October 2026.\n- a: 1\n- b: 2'
    expect(chunks(message).join('')).toBe(message)
    expect(chunks(message).length).toBeGreaterThan(1)
  })
})
