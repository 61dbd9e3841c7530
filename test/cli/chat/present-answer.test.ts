import { collectAnswer } from '../../../src/cli/chat/collect-answer.ts'
import type { FollowedEvent } from '../../../src/cli/chat/follow-turn.ts'
import { presentAnswer } from '../../../src/cli/chat/present-answer.ts'
import { EXAMPLE_VALUES, exampleChart } from '../../charts/example-charts.ts'

interface Shown {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly { readonly [column: string]: unknown }[]
}

const terminalOf = (write: (text: string) => void) => ({
  ...{ width: 100, colors: false, write },
  status: () => {},
  note: () => {},
  fail: () => {},
  prompt: async () => undefined,
  exitWith: () => {},
  interruption: () => ({ signal: new AbortController().signal, release: () => {} }),
})

/** What the terminal shows of an answer whose text comes in pieces of so many characters. */
const shown = async (
  text: string,
  results?: Shown,
  suggestions: readonly string[] = [],
  piece = 7,
): Promise<string> => {
  let out = ''
  async function* events(): AsyncGenerator<FollowedEvent> {
    if (results !== undefined) yield { name: 'results', data: { ...results, truncated: false } }
    for (let at = 0; at < text.length; at += piece)
      yield { name: 'text', data: { content: text.slice(at, at + piece) } }
    yield { name: 'suggestions', data: { suggestions } }
    yield { name: 'done', data: { conversation_id: 'c-1', assumptions: [] } }
  }
  await presentAnswer(events(), {
    terminal: terminalOf((text) => (out += text)),
    continueWith: (id) => `tabletalk ask --conversation ${id}`,
  })
  return out
}

it('shows each part of an answer under its title, once', async () => {
  let out = ''
  async function* events(): AsyncGenerator<FollowedEvent> {
    const first = { columns: [{ name: 'orders', type: 'number' }], rows: [{ orders: 0 }], truncated: false }
    const part = { ...CHANNELS, truncated: false, query_id: 't-1', title: 'Revenue by channel' }
    yield { name: 'results', data: { ...first, query_id: 't' } }
    yield { name: 'results', data: part }
    yield { name: 'results', data: part }
    yield { name: 'text', data: { content: 'There are 0 orders.' } }
    yield { name: 'done', data: { conversation_id: 'c-1', assumptions: [] } }
  }
  const document = await collectAnswer(events())
  expect(document).toMatchObject({ results: [{ orders: 0 }], parts: [{ query_id: 't-1', rows: CHANNELS.rows }] })
  await presentAnswer(events(), { terminal: terminalOf((text) => (out += text)), continueWith: () => 'x' })
  expect(out.match(/Revenue by channel/g)).toHaveLength(1)
  expect(out.match(/513,?460/g)).toHaveLength(1)
})

it('draws the chart of an answer and those of its parts below their rows, and none where it is told so', async () => {
  const { title, alt, spec } = exampleChart('bar', EXAMPLE_VALUES.bar)
  async function* events(): AsyncGenerator<FollowedEvent> {
    yield { name: 'results', data: { ...CHANNELS, truncated: false, query_id: 't' } }
    yield { name: 'results', data: { ...CHANNELS, truncated: false, query_id: 't-1', title: 'A part' } }
    yield { name: 'chart', data: { query_id: 't', title, alt, spec } }
    yield { name: 'chart', data: { query_id: 't-1', title: 'Of the part', alt, spec } }
    yield { name: 'done', data: { conversation_id: 'c-1', assumptions: [] } }
  }
  const outputOf = async (isChartless: boolean): Promise<string> => {
    let out = ''
    const terminal = terminalOf((text) => (out += text))
    await presentAnswer(events(), { terminal, continueWith: () => 'x', isChartless })
    return out
  }
  expect(await outputOf(false)).toMatch(/┘\n\nRevenue by city\nKiel .*█.*A part\n┌.*┘\n\nOf the part\nKiel .*█/s)
  expect(await outputOf(true)).not.toMatch(/█|Of the part/)
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

describe('an answer in the terminal says each thing once', () => {
  it.each([1, 7, 1000])('rows stand in the table, and not in a list above it (in pieces of %i)', async (piece) => {
    const out = await shown(
      'Revenue by channel:\n- web: 513,460.36 EUR\n- store: 458,698.80 EUR\n- … and 3 more',
      CHANNELS,
      [],
      piece,
    )
    expect(out).toMatch(/^Revenue by channel:\n\n┌/)
    expect([timesIn(out, 'web'), timesIn(out, 'store'), timesIn(out, 'more')]).toEqual([1, 1, 0])
  })

  it('rows that are told by a number of theirs stand in the table as well', async () => {
    const orders = { columns: [{ name: 'id', type: 'number' }], rows: [{ id: 6119 }, { id: 6120 }] }
    const out = await shown('2 orders:\n- order 6119: paid\n- order 6120: open', orders)
    expect(timesIn(out, '6119')).toBe(1)
  })

  it('a number that is told in a sentence needs no table', async () => {
    const count = { columns: [{ name: 'n', type: 'number' }], rows: [{ n: 1217 }] }
    expect(await shown('There are 1,217 orders.', count)).toMatch(/^There are 1,217 orders\.\n\nContinue/)
    expect(await shown('There are 11,217 orders.', count)).toContain('│ 1217 │')
  })

  it('lines that are no rows of the table stay', async () => {
    expect(await shown('Note:\n- taxes are left out\n- web: 1', CHANNELS)).toMatch(/^Note:\n- taxes are left out\n\n┌/)
  })

  it('questions that a refusal names are not named again', async () => {
    const out = await shown('I do not know.\n- Orders per month?', undefined, ['Orders per month?', 'Top 5 customers?'])
    expect(timesIn(out, 'Orders per month?')).toBe(1)
    expect(out).toContain('You could ask: Top 5 customers?')
  })

  it('amounts have two decimals where one of them has', async () => {
    const out = await shown('By channel:', CHANNELS)
    expect(out).toContain('513460.36 │')
    expect(out).toContain('458698.80 │')
  })
})
