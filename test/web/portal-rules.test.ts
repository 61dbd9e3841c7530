import { newTurn, type StreamedEvent, type TurnView, turnAfter } from '../../clients/typescript/src/index.ts'
import { cellStyles, cellText, compareCells } from '../../web/src/ask/cell-text.ts'
import { addedPieces, formattedQuery } from '../../web/src/ask/query-text.ts'
import { en } from '../../web/src/i18n/en.ts'

const column = (name: string, unit?: string) => ({
  name,
  type: 'text' as const,
  ...(unit === undefined ? {} : { unit }),
})

describe('Turn state from stream events', () => {
  const event = (name: string, data: object, text = '') =>
    ({ event: name, data: { content: '', ...data }, text }) as StreamedEvent
  const afterEvents = (turn: TurnView, ...events: readonly StreamedEvent[]) =>
    events.reduce((seen, one) => turnAfter(seen, one), turn)
  const asked = newTurn('key', 'How many?')
  const START = event('start', { turn_id: 't', conversation_id: 'c', message_id: 't.assistant', attempt: 1 })
  const QUERY = event('query', { query_id: 't', statement: 'SELECT 1', receipt: { guarded_query: 'SELECT 1 WHERE x' } })
  const RESULTS = event('results', {
    query_id: 't',
    columns: [column('n')],
    rows: [{ n: 1 }],
    row_count: 1,
    truncated: false,
  })
  const DONE = event('done', { finish_reason: 'stop', execution_time_ms: 5, sources: [], message: 'One.' }, 'One.')

  it('keeps one part per query when its events repeat', () => {
    const turn = afterEvents(asked, START, QUERY, RESULTS, QUERY, RESULTS, event('message', {}, 'One.'), DONE)
    expect(turn.parts).toHaveLength(1)
    expect(turn).toMatchObject({ state: 'answered', text: 'One.', turnId: 't', executionTimeMs: 5 })
    expect(turn.parts[0]).toMatchObject({
      rowCount: 1,
      receipt: { query: 'SELECT 1', guarded_query: 'SELECT 1 WHERE x' },
    })
  })

  it('drops text and choices after a reset, and keeps the results', () => {
    const turn = afterEvents(
      asked,
      ...[START, RESULTS, event('message', {}, 'Wro'), event('choices', { choices: [{ label: 'a', question: 'A?' }] })],
      event('reset', { attempt: 2 }),
    )
    expect([turn.text, turn.choices, turn.parts.length]).toEqual(['', [], 1])
  })

  it('follows the final event even while a cancellation is pending', () => {
    const stopping = { ...afterEvents(asked, START), state: 'stopping' as const }
    expect(afterEvents(stopping, event('status', { status: 'executing_query' })).state).toBe('stopping')
    expect(afterEvents(stopping, DONE).state).toBe('answered')
    expect(afterEvents(stopping, event('done', { finish_reason: 'cancelled', sources: [] })).state).toBe('cancelled')
  })

  it('ignores unknown events of a newer service', () => {
    const turn = afterEvents(asked, START)
    expect(afterEvents(turn, event('new_event', {}))).toEqual(turn)
  })
})

describe('Table cells', () => {
  const styleOf = (name: string, cells: readonly unknown[], unit?: string) =>
    cellStyles({ columns: [column(name, unit)], rows: cells.map((cell) => ({ [name]: cell })) })[0]

  it.each([
    ['revenue', [1234.5, null], undefined, 'amount'],
    ['number_of_orders', [2031], undefined, 'amount'],
    ['customer_id', [120_451], undefined, 'plain'],
    ['year', [2026], undefined, 'plain'],
    ['total', ['12345678901234567.89'], 'EUR', 'amount'],
    ['serial', ['0012'], undefined, 'text'],
    ['ordered_on', ['2026-10-01', '2026-10-31 00:00:00'], undefined, 'day'],
    ['seen_at', ['2026-10-01T12:30:00Z'], undefined, 'moment'],
    ['local', ['2026-10-01T12:30:00'], undefined, 'text'],
    ['nothing', [null], undefined, 'text'],
  ] as const)('have a style derived from column name and values: %s %j', (name, cells, unit, style) => {
    expect(styleOf(name, cells, unit)).toBe(style)
  })

  it('keep every digit and the calendar day, and have no text for null', () => {
    expect(cellText('12345678901234567.89', 'amount', en)).toBe('12,345,678,901,234,567.89')
    expect(cellText('2026-10-31', 'day', en)).toMatch(/31/)
    expect(cellText('2026-02-31', 'day', en)).toBe('2026-02-31')
    expect(cellText(null, 'amount', en)).toBeUndefined()
    expect(cellText(0, 'amount', en)).toBe('0')
  })

  it('sort numbers numerically, with null last', () => {
    const sorted = [10, null, 9, '100'].toSorted((a, b) => compareCells(a, b, en))
    expect(sorted).toEqual([9, 10, '100', null])
  })
})

describe('Query in a receipt', () => {
  const DRAFT = "SELECT COUNT(*) AS n FROM orders o WHERE o.town = 'FROM x'"
  const GUARDED = `SELECT COUNT(*) AS n FROM (SELECT "town" FROM "orders" WHERE "shop_id" = ?1) o WHERE o.town = 'FROM x'`

  it('has one line per clause outside of parentheses and string literals', () => {
    expect(formattedQuery(GUARDED).split('\n')).toEqual([
      'SELECT COUNT(*) AS n',
      'FROM (SELECT "town" FROM "orders" WHERE "shop_id" = ?1) o',
      "WHERE o.town = 'FROM x'",
    ])
    expect(formattedQuery('{"find":"orders"}')).toBe('{\n  "find": "orders"\n}')
  })

  it('marks what the guard has added, and keeps the complete text', () => {
    const pieces = addedPieces(DRAFT, GUARDED)
    expect(pieces.map(({ text }) => text).join('')).toBe(GUARDED)
    const added = pieces.filter(({ isAdded }) => isAdded).map(({ text }) => text.trim())
    expect(added.join(' ')).toContain('WHERE "shop_id" = ?1)')
    expect(
      pieces
        .filter(({ isAdded }) => !isAdded)
        .map(({ text }) => text.trim())
        .join(' '),
    ).toContain("o.town = 'FROM x'")
  })

  it('is shown without marks if comparing is too expensive', () => {
    const long = `SELECT ${'a, '.repeat(5_000)}b FROM t`
    expect(addedPieces(long, long)).toEqual([{ text: long, isAdded: false }])
  })
})
