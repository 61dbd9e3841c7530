import { createClient, type StreamedEvent } from '../../clients/typescript/src/index.ts'
import { done, RESULTS, type Reply, START, scriptedService, status, stream } from '../cli/chat/scripted-service.ts'

const FIRST = [START, { content: 'Half' }]
const REST = stream([{ content: ' and half' }, done('Half and half')], { from: FIRST.length + 1 })

/** Returns the events of the client for these replies, and the statuses of its lost connections. */
const eventsOf = async (replies: readonly Reply[], options: { readonly silentMs?: number } = {}) => {
  const service = await scriptedService(...replies)
  const lost: number[] = []
  const events: StreamedEvent[] = []
  try {
    const onLost = ({ status }: { readonly status: number }) => lost.push(status)
    const given = { reconnects: 9, reconnectMs: 0, onLost, ...options }
    for await (const event of createClient({ baseUrl: service.url }).stream({ message: 'q' }, given)) events.push(event)
  } finally {
    await service.close()
  }
  return { events, lost, resumed: service.requests.map(({ headers }) => headers['last-event-id']) }
}

describe('client stream', () => {
  it('reconnects after its last event when the connection is silent for too long', async () => {
    const hangs = stream(FIRST, { ending: 'hang' })
    // A slow machine may find more than one connection silent.
    const byCursor: Reply = (req, res) => (req.headers['last-event-id'] === undefined ? hangs : REST)(req, res)
    const { events, lost, resumed } = await eventsOf(Array(10).fill(byCursor), { silentMs: 300 })
    expect(events.map(({ text }) => text)).toEqual(['', 'Half', 'Half and half', 'Half and half'])
    expect(new Set(lost)).toEqual(new Set([0]))
    expect([resumed[0], resumed.at(-1)]).toEqual([undefined, 'turn.2'])
  })

  it('resumes after gateway errors while the service is unavailable', async () => {
    const unavailable = [status(502, 'bad gateway'), status(504, 'timeout'), status(502, 'bad gateway')]
    const { events, lost, resumed } = await eventsOf([stream(FIRST, { ending: 'cut' }), ...unavailable, REST])
    expect(events.at(-1)).toMatchObject({ event: 'done', text: 'Half and half' })
    expect(lost).toEqual([0, 502, 504, 502])
    expect(resumed).toEqual([undefined, 'turn.2', 'turn.2', 'turn.2', 'turn.2'])
  })

  it('does not repeat the question after a gateway error before the first event', async () => {
    await expect(eventsOf([status(502, 'bad gateway'), REST])).rejects.toMatchObject({ status: 502, code: 'UNKNOWN' })
  })

  it('emits the events of an answer that arrives as one JSON document', async () => {
    const chart = { title: 'Revenue', alt: 'A bar.', spec: { mark: 'bar' } }
    const part = { query_id: 'turn-1', title: 'By city', columns: [], rows: [], row_count: 0, truncated: false, chart }
    const answer = {
      turn_id: 'turn',
      conversation_id: 'c-1',
      message_id: 'm-1',
      message: 'Half and half',
      results: [{ month: null, revenue: 1, isOpen: true }, ...RESULTS.rows],
      suggestions: ['More?'],
      choices: [{ label: 'a', question: 'b' }],
      assumptions: ['A'],
      chart,
      parts: [part],
    }
    const { events } = await eventsOf([status(200, { success: true, data: answer })])
    expect(events.map(({ event }) => event)).toEqual([
      'start',
      'results',
      'chart',
      'results',
      'chart',
      'message',
      'suggestions',
      'choices',
      'done',
    ])
    expect(events[1]?.data).toMatchObject({
      query_id: 'turn',
      columns: [
        { name: 'month', type: 'text' },
        { name: 'revenue', type: 'number' },
        { name: 'isOpen', type: 'boolean' },
      ],
      row_count: 3,
      truncated: false,
    })
    expect(events[4]?.data).toMatchObject({ query_id: 'turn-1', title: 'Revenue' })
    expect(events.at(-1)).toMatchObject({
      text: 'Half and half',
      data: { message: 'Half and half', conversation_id: 'c-1', assumptions: ['A'], finish_reason: 'stop' },
    })
  })
})
