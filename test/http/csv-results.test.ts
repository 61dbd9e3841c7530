import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { safeCell } from '../../src/domain/history/safe-cell.ts'
import type { Json } from '../../src/domain/json.ts'
import { sendCsv } from '../../src/http/routes/messages/csv-results.ts'
import { serve } from './event-stream.ts'

type Cells = readonly (readonly Json[])[]

let rows: Cells
let service: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  service = await serve((app) =>
    app.get('/', async (_req, res) => {
      const columns = (rows[0] ?? []).map((_, index) => ({ name: `c${index}`, type: 'text' as const }))
      const asObjects = rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [`c${index}`, cell])))
      await sendCsv(res, 'rows', {
        columns,
        rows: asObjects,
        rowCount: rows.length,
        truncated: false,
        executionTimeMs: 1,
      })
    }),
  )
})
afterAll(() => service.close())

/** What a program that knows nothing of ours reads, whichever line ends it goes by. */
const readBack = async (cells: Cells, ends: readonly string[]): Promise<unknown> => {
  rows = cells
  const text = await (await fetch(service.url)).text()
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

describe('a CSV file', () => {
  it.each([['\n=1+1'], ['harmless\n=1+1'], ['harmless\r=1+1'], ['a\r\nb'], ['"\n"'], ['']])(
    'holds %j in one cell of one record',
    async (cell) => {
      for (const ends of [['\r\n'], ['\r\n', '\n', '\r']]) {
        expect(await readBack([[cell, 'next']], ends)).toEqual([[safeCell(cell), 'next']])
        expect(await readBack([[cell], ['next']], ends)).toEqual([[safeCell(cell)], ['next']])
      }
    },
  )

  it('is read back by another program cell by cell, whatever the cells are', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(['\r\n'], ['\r\n', '\n', '\r']), async (cells, ends) => {
        expect(await readBack(cells, ends)).toEqual(cells.map((record) => record.map(safeCell)))
      }),
      { numRuns: 300, seed: 26 },
    )
  })
})
