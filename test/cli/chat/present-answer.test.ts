import { EXAMPLE_VALUES, exampleChart } from '../../charts/example-charts.ts'
import { ChatBench } from './chat-bench.ts'
import { done, START, stream } from './scripted-service.ts'

let bench: ChatBench
beforeAll(async () => {
  bench = await ChatBench.open()
})
afterAll(() => bench.close())

interface Shown {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly { readonly [column: string]: unknown }[]
}

/** @returns what the terminal shows for an answer with these events */
const shownOf = async (events: Parameters<typeof stream>[0], ...options: string[]): Promise<string> => {
  let shown = ''
  const end = { ...done('x'), assumptions: [] }
  await bench.against([stream([START, ...events, end])], async () => {
    shown = (await bench.run(['ask', 'q', ...options])).out
  })
  return shown
}

/** @returns what the terminal shows for an answer whose text streams in pieces of `piece` characters */
const shown = (text: string, results?: Shown, suggestions: readonly string[] = [], piece = 7): Promise<string> => {
  const pieces = Array.from({ length: Math.ceil(text.length / piece) }, (_, at) => ({
    content: text.slice(at * piece, (at + 1) * piece),
  }))
  const rows = results === undefined ? [] : [{ event: 'results', query_id: 't', ...results, truncated: false }]
  return shownOf([...rows, ...pieces, { event: 'suggestions', suggestions }])
}

it('the terminal shows each part of an answer once, under its title', async () => {
  const first = { columns: [{ name: 'orders', type: 'number' }], rows: [{ orders: 0 }], truncated: false }
  const part = { event: 'results', ...CHANNELS, truncated: false, query_id: 't-1', title: 'Revenue by channel' }
  const events = [{ event: 'results', ...first, query_id: 't' }, part, part, { content: 'There are 0 orders.' }]
  const document = JSON.parse(await shownOf(events, '--json'))
  expect(document).toMatchObject({ results: [{ orders: 0 }], parts: [{ query_id: 't-1', rows: CHANNELS.rows }] })
  const out = await shownOf(events)
  expect(out.match(/Revenue by channel/g)).toHaveLength(1)
  expect(out.match(/513,?460/g)).toHaveLength(1)
})

it('the terminal draws the charts of an answer and of its parts below their rows, and none with --no-chart', async () => {
  const { title, alt, type, alternatives, spec } = exampleChart('bar', EXAMPLE_VALUES.bar)
  const events = [
    { event: 'results', ...CHANNELS, truncated: false, query_id: 't' },
    { event: 'results', ...CHANNELS, truncated: false, query_id: 't-1', title: 'A part' },
    { event: 'chart', query_id: 't', title, alt, type, alternatives, spec },
    { event: 'chart', query_id: 't-1', title: 'Of the part', alt, type, alternatives, spec },
  ]
  expect(await shownOf(events)).toMatch(/┘\n\nRevenue by city\nKiel .*█.*A part\n┌.*┘\n\nOf the part\nKiel .*█/s)
  expect(await shownOf(events, '--no-chart')).not.toMatch(/█|Of the part/)
})

const timesIn = (text: string, part: string): number => text.split(part).length - 1

const CHANNELS = {
  columns: [
    { name: 'channel', type: 'text' },
    { name: 'revenue', type: 'number' },
  ],
  rows: [
    { channel: 'web', revenue: 513460.36 },
    { channel: 'store', revenue: 458698.8 },
  ],
}

describe('an answer in the terminal', () => {
  it.each([1, 7, 1000])(
    'shows rows in a table and removes their list from the text (in pieces of %i)',
    async (piece) => {
      const out = await shown(
        'Revenue by channel:\n- web: 513,460.36 EUR\n- store: 458,698.80 EUR\n- … and 3 more',
        CHANNELS,
        [],
        piece,
      )
      expect(out).toMatch(/^Revenue by channel:\n\n┌/)
      expect([timesIn(out, 'web'), timesIn(out, 'store'), timesIn(out, 'more')]).toEqual([1, 1, 0])
    },
  )

  it('shows rows that the text identifies by a number only in the table', async () => {
    const orders = { columns: [{ name: 'id', type: 'number' }], rows: [{ id: 6119 }, { id: 6120 }] }
    const out = await shown('2 orders:\n- order 6119: paid\n- order 6120: open', orders)
    expect(timesIn(out, '6119')).toBe(1)
  })

  it('omits the table of a single number that the text contains', async () => {
    const count = { columns: [{ name: 'n', type: 'number' }], rows: [{ n: 1217 }] }
    expect(await shown('There are 1,217 orders.', count)).toMatch(/^There are 1,217 orders\.\n\nContinue/)
    expect(await shown('There are 11,217 orders.', count)).toContain('│ 1217 │')
  })

  it('keeps list lines that are not rows of the table', async () => {
    expect(await shown('Note:\n- taxes are left out\n- web: 1', CHANNELS)).toMatch(/^Note:\n- taxes are left out\n\n┌/)
  })

  it('does not repeat suggestions that the text contains', async () => {
    const out = await shown('I do not know.\n- Orders per month?', undefined, ['Orders per month?', 'Top 5 customers?'])
    expect(timesIn(out, 'Orders per month?')).toBe(1)
    expect(out).toContain('You could ask: Top 5 customers?')
  })

  it('shows all amounts of a column with two decimals if one has decimals', async () => {
    const out = await shown('By channel:', CHANNELS)
    expect(out).toContain('513460.36 │')
    expect(out).toContain('458698.80 │')
  })
})
