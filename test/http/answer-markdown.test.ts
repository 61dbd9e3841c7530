import { marked, type Tokens } from 'marked'
import type { QueryResult } from '../../src/ask/rules/outcome.ts'
import {
  type AnswerDetails,
  answerMarkdown,
  inertPieces,
  receiptMarkdown,
  tableMarkdown,
} from '../../src/http/answer-markdown.ts'

const TURN = '01a223f1-7a01-70a5-acac-42664053ae51'

const resultOf = (rows: QueryResult['rows'], more: Partial<QueryResult> = {}): QueryResult => ({
  columns: Object.keys(rows[0] ?? {}).map((name) => ({
    name,
    type: typeof rows[0]?.[name] === 'number' ? 'number' : 'text',
  })),
  rows,
  rowCount: rows.length,
  truncated: false,
  executionTimeMs: 1,
  ...more,
})

const receiptOf = (query: string) => ({
  query,
  tables: [
    { table: 'orders', mode: 'tenant', filter_columns: ['shop_id'] },
    { table: 'countries', mode: 'shared', filter_columns: [] },
  ],
})

const detailsOf = (result: QueryResult, more: Partial<AnswerDetails> = {}): AnswerDetails => ({
  turnId: TURN,
  database: 'Shops',
  tables: [{ result, receipt: receiptOf('SELECT 1') }],
  ...more,
})

const isTable = (token: { readonly type: string }): token is Tokens.Table => token.type === 'table'
const tablesIn = (markdown: string) => marked.lexer(markdown).filter(isTable)
const typesIn = (markdown: string): readonly string[] => {
  const found: string[] = []
  void marked.walkTokens(marked.lexer(markdown), ({ type }) => void found.push(type))
  return found
}
/** The text of inline tokens, without escapes. */
const shownIn = ({ tokens }: Tokens.TableCell): string =>
  tokens.map((token) => ('text' in token ? token.text : '')).join('')

const HOSTILE = [
  'a | b | c',
  '| --- | --- |',
  'two\nlines\r\nand\u2028more',
  '`code` and ``` fence',
  '\\| escaped \\',
  '<img src=x onerror=alert(1)>',
  '</td></tr></table><script>alert(1)</script>',
  '![pixel](https://evil.example/p.png)',
  '[click](javascript:alert(1))',
  '**bold** _slanted_ ~~gone~~ &lt;b&gt;',
  'lone \ud800 surrogate, \u202e reversed, \0 null',
]

describe('tableMarkdown', () => {
  it.each(HOSTILE)('shows the cell %j as text of one cell', (cell) => {
    const [table, ...others] = tablesIn(tableMarkdown(resultOf([{ id: 1, name: cell, last: 'z' }])))
    expect(others).toEqual([])
    const [row] = table?.rows ?? []
    expect(table?.rows).toHaveLength(1)
    expect(row).toHaveLength(3)
    expect(row?.[2]?.text).toBe('z')
    // A bare address links to itself.
    const active = row?.[1]?.tokens.filter(
      (token) => token.type !== 'text' && token.type !== 'escape' && !('href' in token && token.href === token.raw),
    )
    expect(active).toEqual([])
    const shown = cell.replaceAll(/[\n\r\u2028\u202e\0\ud800]+/g, ' ').replaceAll(/ +/g, ' ')
    expect(row?.[1] && shownIn(row[1])).toBe(shown.replace('lone surrogate', 'lone � surrogate'))
  })

  it('shows hostile column names as text, with units, and aligns numbers to the right', () => {
    const result = resultOf([{ 'a|b': 'x', n: 5 }])
    const columns = [
      { name: 'a|b', type: 'text' as const, title: 'a|<b>' },
      { name: 'n', type: 'number' as const, title: 'Revenue', unit: 'EUR' },
    ]
    const [table] = tablesIn(tableMarkdown({ ...result, columns }))
    expect(table?.header.map(shownIn)).toEqual(['a|<b>', 'Revenue (EUR)'])
    expect(table?.align).toEqual([null, 'right'])
  })

  it('shortens long cells, and writes objects as JSON and NULL as nothing', () => {
    const markdown = tableMarkdown(resultOf([{ a: 'x'.repeat(100_000), b: { c: ['|'] }, d: null }]))
    expect(markdown.length).toBeLessThan(400)
    expect(markdown).toContain(String.raw`x… | {"c":\["\|"]} |  |`)
  })

  it('keeps email addresses and names with underscores readable', () => {
    expect(tableMarkdown(resultOf([{ email: 'ann_b@x.example' }]))).toContain('| ann_b@x.example |')
  })

  it.each([
    [{}, undefined],
    [{ truncated: true, leftOut: 1 }, '… and 1 more row'],
    [{ truncated: true, leftOut: 600 }, '… and 600 more rows'],
    [{ truncated: true }, '… and more rows'],
  ])('says how many rows are left out: %j', (more, expected) => {
    const markdown = tableMarkdown(resultOf([{ id: 1 }, { id: 2 }], more))
    expect(markdown.split('\n').find((line) => line.startsWith('…'))).toBe(expected)
    expect(tablesIn(markdown)[0]?.rows).toHaveLength(2)
  })
})

describe('receiptMarkdown', () => {
  it('names the database, the turn, the row rules and the query', () => {
    expect(receiptMarkdown(detailsOf(resultOf([{ id: 1 }])))).toBe(
      `*Shops · turn ${TURN}*\n\nRows: orders: of the tenant by shop_id; countries: shared by all tenants\n\n\`\`\`sql\nSELECT 1\n\`\`\``,
    )
  })

  it('marks a command as JSON', () => {
    const receipt = receiptOf('{"find": "orders"}')
    const markdown = receiptMarkdown({ ...detailsOf(resultOf([])), tables: [{ result: resultOf([]), receipt }] })
    expect(markdown).toMatch(/```json\n\{"find": "orders"\}\n```$/)
  })

  it('keeps a query with backticks inside its block', () => {
    const query = "SELECT '```\n# heading ````' AS `a`"
    const details = { ...detailsOf(resultOf([])), tables: [{ result: resultOf([]), receipt: receiptOf(query) }] }
    const code = marked.lexer(receiptMarkdown(details)).find(({ type }) => type === 'code')
    expect(code).toMatchObject({ lang: 'sql', text: query })
  })
})

describe('answerMarkdown', () => {
  const rows = [
    { city: 'Bonn', orders: 3 },
    { city: 'Kiel', orders: 2 },
    { city: 'Rome', orders: 1 },
  ]
  const message = 'Orders by city:\n- Bonn: 3\n- Kiel: 2\n- Rome: 1'

  it('has the table in place of the list of the same rows, then the receipt', () => {
    const markdown = answerMarkdown(message, detailsOf(resultOf(rows)), { table: true, receipt: true })
    expect(markdown).toMatch(/^Orders by city:\n\n\n\| city \| orders \|\n\| --- \| ---: \|\n\| Bonn \| 3 \|/)
    expect(markdown).toContain(`| Rome | 1 |\n\n---\n*Shops · turn ${TURN}*`)
  })

  it('has the list without the table', () => {
    expect(answerMarkdown(message, detailsOf(resultOf(rows)), { table: false, receipt: false })).toBe(message)
  })

  it('has no table of values that the text states', () => {
    const stated = detailsOf(resultOf([{ count: 620 }]))
    expect(answerMarkdown('There are 620.', stated, { table: true, receipt: false })).toBe('There are 620.')
  })

  it('numbers choices that the text does not list', () => {
    const choices = [
      { label: 'by revenue', question: 'By revenue?' },
      { label: 'by <b>number</b>', question: 'By number?' },
    ]
    const details = { ...detailsOf(resultOf([])), tables: [], choices }
    expect(answerMarkdown('Which one?', details, { table: true, receipt: true })).toBe(
      `Which one?\n\n1. by revenue\n2. by \\<b>number\\</b>\n\n---\n*Shops · turn ${TURN}*`,
    )
    const listed = 'Which one?\n1. by revenue\n2. by <b>number</b>'
    expect(answerMarkdown(listed, details, { table: true, receipt: false })).not.toContain('\n\n1.')
  })

  it('shows images and HTML of a text as text, also when it arrives in pieces', () => {
    const text =
      'Hello! 1 < 2 ![x](https://evil.example/x.png) <img src=x> </p> <!-- x --> **kept** [link](https://a.example)!'
    const whole = answerMarkdown(text, { ...detailsOf(resultOf([])), tables: [] }, { table: true, receipt: true })
    expect(typesIn(whole).filter((type) => type === 'image' || type === 'html')).toEqual([])
    expect(typesIn(whole)).toEqual(expect.arrayContaining(['strong', 'link']))
    expect(whole).toMatch(/^Hello! 1 < 2 /)
    const push = inertPieces()
    const pieces = [...text, ' '].map(push).join('')
    expect(pieces).toBe(`${whole} `)
  })

  it.each(['\\<img src=x>', '\\\\<img src=x>', '\\\\\\<img src=x>', '\\![x](https://evil.example/x.png)'])(
    'keeps the escape of %s, whole and in pieces',
    (text) => {
      const whole = answerMarkdown(text, { ...detailsOf(resultOf([])), tables: [] }, { table: true, receipt: true })
      expect(typesIn(whole).filter((type) => type === 'image' || type === 'html')).toEqual([])
      const push = inertPieces()
      expect([...text, ' '].map(push).join('')).toBe(`${whole} `)
    },
  )

  it('has the table of two rows whose list it replaces', () => {
    const two = rows.slice(0, 2)
    const markdown = answerMarkdown('Orders by city:\n- Bonn: 3\n- Kiel: 2', detailsOf(resultOf(two)), {
      table: true,
      receipt: false,
    })
    expect(tablesIn(markdown)[0]?.rows).toHaveLength(2)
  })
})
