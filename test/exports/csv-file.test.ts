import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { NO_OWNER } from '../../src/access/rules/fair-semaphore.ts'
import { safeCell } from '../../src/ask/rules/history/safe-cell.ts'
import type { ResultColumn, Row } from '../../src/ask/rules/outcome.ts'
import { FileWriter } from '../../src/manage/exports/file-writer.ts'
import type { Json } from '../../src/platform/values/json.ts'

type Cells = readonly (readonly Json[])[]

const writer = new FileWriter()
afterAll(() => writer.close())

const csvOf = async (columns: readonly ResultColumn[], rows: readonly Row[], bom = false): Promise<Buffer> =>
  Buffer.from((await writer.write({ format: 'csv', columns, bom }, rows, NO_OWNER)).bytes)

const fileOf = (cells: Cells, bom = false): Promise<Buffer> => {
  const columns = (cells[0] ?? []).map((_, index) => ({ name: `c${index}`, type: 'text' as const }))
  const rows = cells.map((record) => Object.fromEntries(record.map((cell, index) => [`c${index}`, cell])))
  return csvOf(columns, rows, bom)
}

/** Returns the records that an independent parser reads with these line ends. */
const readBack = async (cells: Cells, ends: readonly string[]): Promise<unknown> => {
  const text = (await fileOf(cells)).toString()
  const [, ...records] = parse(text, { record_delimiter: [...ends], skip_empty_lines: true })
  return records
}

const PIECES = [
  '\n',
  '\r',
  '\r\n',
  ',',
  ';',
  '"',
  '""',
  "'",
  '=1+1',
  '@x',
  ' ',
  '\t',
  'a',
  'é',
  '\u2028',
  '\u0000',
  '\ufeff',
]
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(null, 0, -1.5, true),
)
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(hostile, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }))

describe('CSV file', () => {
  it.each([['\n=1+1'], ['harmless\n=1+1'], ['harmless\r=1+1'], ['a\r\nb'], ['"\n"'], ['']])(
    'keeps %j in one cell of one record',
    async (cell) => {
      for (const ends of [['\r\n'], ['\r\n', '\n', '\r']]) {
        expect(await readBack([[cell, 'next']], ends)).toEqual([[safeCell(cell), 'next']])
        expect(await readBack([[cell], ['next']], ends)).toEqual([[safeCell(cell)], ['next']])
      }
    },
  )

  it.each<readonly [string, string]>([
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+49-30-123', "'+49-30-123"],
    ['-1+1', "'-1+1"],
    ['-SUM(A1)', "'-SUM(A1)"],
    ["-cmd|'x'!A0", "'-cmd|'x'!A0"],
    ['-1:2', "'-1:2"],
    ['-A1', "'-A1"],
    ['-Infinity()', "'-Infinity()"],
    ['＝1', "'＝1"],
    ['\t=1', "'\t=1"],
    ['@x', "'@x"],
    ...[
      ...['-25:00:01', '-838:59:59.000001', '+25:00:01', '-Infinity', '-inf', '-$0.01', '-€1.234,56', '-1,234.56 €'],
      ...['-$1,234.56', '-12.5%', '-0.10', '+7', '-1e-18', '-.5', "-1'000", '-', '--25', 'a-b', '2026-11-21'],
    ].map((text) => [text, text === '--25' ? "'--25" : text] as const),
  ])('prefixes a cell with an apostrophe only if a formula can start there: %j', (cell, wanted) => {
    expect(safeCell(cell)).toBe(wanted)
  })

  it('starts with a byte order mark if requested, and with its header otherwise', async () => {
    const bytes = async (bom: boolean) => (await fileOf([['ü']], bom)).toString('hex')
    const plain = Buffer.from('c0\r\nü\r\n').toString('hex')
    expect([await bytes(false), await bytes(true)]).toEqual([plain, `efbbbf${plain}`])
  })

  it('is parsed into the same cells by another CSV parser, for arbitrary cells', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(['\r\n'], ['\r\n', '\n', '\r']), async (cells, ends) => {
        expect(await readBack(cells, ends)).toEqual(cells.map((record) => record.map(safeCell)))
      }),
      { numRuns: 300, seed: 26 },
    )
  })
})

it('CSV header contains the unit of a column', async () => {
  const columns = [
    { name: 'country', type: 'text' },
    { name: 'revenue', type: 'number', unit: 'EUR' },
  ] as const
  const file = await csvOf(columns, [{ country: 'Italy', revenue: 5 }])
  expect(file.toString()).toBe('country,revenue (EUR)\r\nItaly,5\r\n')
})
