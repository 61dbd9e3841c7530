import { NO_OWNER } from '../../src/access/rules/fair-semaphore.ts'
import type { ResultColumn, Row } from '../../src/ask/rules/outcome.ts'
import { FileWriter } from '../../src/manage/exports/file-writer.ts'
import type { AboutLine } from '../../src/manage/exports/rules/about-lines.ts'
import { HOLD_MS_MAX } from '../support/cost.ts'
import { longestHoldMs } from '../support/longest-hold.ts'
import { type ReadCell, readWorkbook } from '../support/read-workbook.ts'

const writer = new FileWriter()
afterAll(() => writer.close())

const column = (name: string, unit?: string): ResultColumn => ({
  name,
  type: 'mixed',
  ...(unit === undefined ? {} : { unit }),
})

const written = (columns: readonly ResultColumn[], rows: readonly Row[], about: readonly AboutLine[] = []) =>
  writer.write({ format: 'xlsx', columns, about }, rows, NO_OWNER)

const workbook = async (columns: readonly ResultColumn[], rows: readonly Row[], about: readonly AboutLine[] = []) => {
  const { bytes, shortened } = await written(columns, rows, about)
  const [results, aboutSheet] = readWorkbook(bytes)
  if (results === undefined || aboutSheet === undefined) throw new Error('expected two sheets')
  return { results, about: aboutSheet, shortened }
}

const valuesOf = (rows: readonly (readonly (ReadCell | null)[])[]) =>
  rows.map((row) => row.map((cell) => cell?.value ?? null))

describe('XLSX workbook', () => {
  it('stores numbers, booleans and dates with their types, and formats numbers by their unit', async () => {
    const columns = [column('day'), column('revenue', 'EUR'), column('share', '%'), column('ok'), column('n')]
    const { results } = await workbook(columns, [
      { day: '2026-01-31', revenue: 1234.5, share: 12.25, ok: true, n: -3 },
      { day: '2024-02-29', revenue: 7, share: 100, ok: false, n: 1e-7 },
      { day: null, revenue: null, share: null, ok: null, n: null },
    ])
    const [header, first, second] = results.rows
    expect(header?.map((cell) => [cell?.value, cell?.isBold])).toEqual(
      ['day', 'revenue (EUR)', 'share (%)', 'ok', 'n'].map((name) => [name, true]),
    )
    expect(first).toEqual([
      { value: 46_053, format: 'yyyy-mm-dd' },
      { value: 1234.5, format: '#,##0.0" EUR"' },
      { value: 12.25, format: '#,##0.00"%"' },
      { value: true },
      { value: -3 },
    ])
    expect(second?.map((cell) => cell?.value)).toEqual([45_351, 7, 100, false, 1e-7])
    expect(results.xml).toContain('<pane ySplit="1"')
    expect(results.xml).toContain('state="frozen"')
  })

  it('stores values as text that Excel would change as a number or a date', async () => {
    const kept = [
      '12345678901234567890',
      '0.12345678901234567890123',
      '007',
      '2026-02-30',
      '1899-12-31',
      '2026-01-01T10:00:00Z',
    ]
    const { results } = await workbook(
      [column('v')],
      [...kept, 1234567890123456].map((v) => ({ v })),
    )
    expect(valuesOf(results.rows).flat()).toEqual(['v', ...kept, '1234567890123456'])
    const mixed = await workbook([column('v')], [{ v: '2026-01-01' }, { v: 'soon' }])
    expect(valuesOf(mixed.results.rows).flat()).toEqual(['v', '2026-01-01', 'soon'])
  })

  it('contains no formula in cells, column names and the sheet about the export', async () => {
    const columns = [column('=cmd()'), column('@x', '+1'), column('<b onclick="x">&amp;</b>')]
    const { results, about } = await workbook(
      columns,
      [{ '=cmd()': '=HYPERLINK("http://evil")', '@x': '+1+1', '<b onclick="x">&amp;</b>': '</t></si><f>1</f>' }],
      [{ label: 'Question', text: '=1+1' }],
    )
    expect(valuesOf(results.rows)).toEqual([
      ["'=cmd()", "'@x (+1)", '<b onclick="x">&amp;</b>'],
      [`'=HYPERLINK("http://evil")`, "'+1+1", '</t></si><f>1</f>'],
    ])
    expect(results.xml + about.xml).not.toContain('<f>')
    expect(valuesOf(about.rows)).toEqual([['Question', "'=1+1"]])
  })

  it.each([
    ['constructor'],
    ['__proto__'],
    ['toString'],
    ['_x0041_ stays'],
    ['_x000D_'],
    ['مرحبا بالعالم'],
    ['שלום (5) abc'],
    [' spaces '],
    ['line\nline'],
    ['🧮'],
  ])('keeps the text %j unchanged', async (text) => {
    const { results } = await workbook(
      [column('v'), column('w')],
      [
        { v: text, w: 'next' },
        { v: text, w: 'last' },
      ],
    )
    expect(valuesOf(results.rows)).toEqual([
      ['v', 'w'],
      [text, 'next'],
      [text, 'last'],
    ])
  })

  it('removes characters that XML forbids', async () => {
    const { results } = await workbook([column('v')], [{ v: 'a\u0000b\u0008c\u001fd\ud800e' }])
    expect(valuesOf(results.rows)).toEqual([['v'], ['abcde']])
  })

  it('truncates cells over the limit of Excel, and reports how many', async () => {
    const { results, about, shortened } = await workbook([column('v')], [{ v: 'x'.repeat(40_000) }, { v: 'y' }])
    expect(String(results.rows[1]?.[0]?.value)).toHaveLength(32_767)
    expect(shortened).toBe(1)
    expect(valuesOf(about.rows)).toEqual([['Cells cut', '1: Excel holds 32,767 characters of each']])
  })

  it('is valid with no rows and with 40 columns', async () => {
    const columns = Array.from({ length: 40 }, (_, at) => column(`c${at}`))
    expect(valuesOf((await workbook(columns, [])).results.rows)).toEqual([columns.map(({ name }) => name)])
    const row = Object.fromEntries(columns.map(({ name }, at) => [name, at]))
    expect(valuesOf((await workbook(columns, [row])).results.rows)[1]).toEqual(columns.map((_, at) => at))
  })

  it('has the same values as the CSV and JSON files of the same rows', async () => {
    const columns = [column('name'), column('n'), column('ok')]
    const rows = [
      { name: 'ä, "b"', n: 1.25, ok: true },
      { name: 'c\nd', n: -7, ok: false },
    ]
    const textOf = async (format: 'csv' | 'json') =>
      Buffer.from((await writer.write({ format, columns }, rows, NO_OWNER)).bytes).toString()
    expect(JSON.parse(await textOf('json'))).toEqual({ columns, rows })
    expect(await textOf('csv')).toBe('name,n,ok\r\n"ä, ""b""",1.25,true\r\n"c\nd",-7,false\r\n')
    const { results } = await workbook(columns, rows)
    expect(valuesOf(results.rows).slice(1)).toEqual(rows.map(({ name, n, ok }) => [name, n, ok]))
  })

  it('does not block the event loop while many rows are written', async () => {
    const columns = Array.from({ length: 5 }, (_, at) => column(`c${at}`))
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      c0: at,
      c1: `text ${at}`,
      c2: at / 8,
      c3: null,
      c4: true,
    }))
    let bytes = new Uint8Array()
    const held = await longestHoldMs(async () => {
      bytes = Uint8Array.from((await written(columns, rows)).bytes.subarray(0, 2))
    }, 1)
    expect(Buffer.from(bytes).toString()).toBe('PK')
    expect(held).toBeLessThan(HOLD_MS_MAX)
  })
})

it('FileWriter stops writing when its caller aborts', async () => {
  const gone = new AbortController()
  const writing = writer.write({ format: 'xlsx', columns: [column('v')] }, [{ v: 1 }], NO_OWNER, gone.signal)
  gone.abort(new Error('gone'))
  await expect(writing).rejects.toThrow('gone')
})
