import { disclosureOf, FULL_DISCLOSURE } from '../../src/access/rules/disclosure.ts'
import type { Chart } from '../../src/ask/rules/answer.ts'
import type { ExploreTarget } from '../../src/ask/rules/explore-command.ts'
import type { Language } from '../../src/ask/rules/language.ts'
import type { GuardedStatement } from '../../src/ask/rules/receipt.ts'
import type { TurnEventBody } from '../../src/ask/rules/turn-event.ts'
import { readerOf } from '../../src/http/answer-reader.ts'
import { eventWire } from '../../src/http/event-wire.ts'
import { done, RESET, START, STATUS, text } from '../stream/samples.ts'

const ALL = readerOf(FULL_DISCLOSURE, undefined)
/** A public key whose owner has not chosen details. */
const EARLIER = readerOf(disclosureOf({ kind: 'database' }), undefined)

const GUARDED: GuardedStatement = {
  engine: 'sqlite',
  statement: 'select ?',
  filters: ['tenant'],
  fingerprint: 'f00d',
  guardVersion: 2,
  tables: [{ table: 'orders', mode: 'tenant', columns: ['shop_id'] }],
}

const CHART: Chart = { title: 'T', alt: 'A', type: 'bar', alternatives: [], spec: { mark: 'bar' } }

const encodeAll = (...bodies: readonly TurnEventBody[]) => {
  const wire = eventWire('t_9c1', 'trace-1', ALL)
  return bodies.map((body, index) => wire.encode({ turnId: 't_9c1', seq: index + 1, writer: 1, body }))
}
const named = (event: string, seq: number, data: unknown) =>
  `event: ${event}\nid: t_9c1.${seq}\ndata: ${JSON.stringify(data)}\n\n`

describe('eventWire', () => {
  it('encodes an event name for every event except text', () => {
    expect(encodeAll(START, STATUS, text('Revenue grew '), done('Revenue grew '))).toEqual([
      named('start', 1, { content: '', turn_id: 't_9c1', conversation_id: 'c1', message_id: 'm1', attempt: 1 }),
      named('status', 2, { content: '', status: 'understanding', message: 'Reading the question', attempt: 1 }),
      'id: t_9c1.3\ndata: {"content":"Revenue grew "}\n\n',
      named('done', 4, {
        content: '',
        message: 'Revenue grew ',
        message_id: 'm1',
        conversation_id: 'c1',
        session_id: 's1',
        sources: ['orders'],
        query_type: 'data_retrieval',
        execution_time_ms: 12,
        finish_reason: 'stop',
      }),
    ])
  })

  it('encodes queries, rows, charts, suggestions, choices and warnings with the field names of the API', () => {
    const columns = [{ name: 'n', type: 'number' } as const]
    expect(
      encodeAll(
        {
          type: 'query',
          queryId: 'q1',
          language: 'sql',
          dialect: 'sqlite',
          statement: 'select 1',
          explanation: 'one',
          tables: ['orders'],
          guarded: GUARDED,
        },
        {
          type: 'results',
          queryId: 'q1',
          result: { columns, rows: [{ n: 1 }], rowCount: 1, truncated: false, executionTimeMs: 3 },
        },
        { type: 'chart', queryId: 'q1', chart: CHART },
        { type: 'suggestions', suggestions: ['And by month?'] },
        { type: 'choices', choices: [{ label: 'By month', question: 'Orders by month?' }] },
        { type: 'warning', code: 'truncated', message: 'There are more rows.' },
      ),
    ).toEqual([
      named('query', 1, {
        content: '',
        query_id: 'q1',
        language: 'sql',
        dialect: 'sqlite',
        statement: 'select 1',
        explanation: 'one',
        tables: ['orders'],
        attempt: 1,
        receipt: {
          engine: 'sqlite',
          guarded_query: 'select ?',
          tables: [{ table: 'orders', mode: 'tenant', filter_columns: ['shop_id'] }],
          filters: ['tenant'],
          fingerprint: 'f00d',
          guard_version: 2,
          checks: { guard: 'passed', verifier: 'passed' },
        },
      }),
      named('results', 2, {
        content: '',
        query_id: 'q1',
        columns,
        rows: [{ n: 1 }],
        row_count: 1,
        truncated: false,
        execution_time_ms: 3,
      }),
      named('chart', 3, { content: '', query_id: 'q1', ...CHART }),
      named('suggestions', 4, { content: '', suggestions: ['And by month?'] }),
      named('choices', 5, { content: '', choices: [{ label: 'By month', question: 'Orders by month?' }] }),
      named('warning', 6, { content: '', code: 'truncated', message: 'There are more rows.' }),
    ])
  })

  it('encodes an error with its codes and trace id, without its cause', () => {
    expect(encodeAll({ type: 'error', problem: 'database_unreachable', message: 'Cannot be reached.' })).toEqual([
      named('error', 1, {
        content: '',
        problem: 'database_unreachable',
        error_code: 'DB_CONNECTION_FAILED',
        code: 'INTERNAL_SERVER_ERROR',
        message: 'Cannot be reached.',
        status_code: 500,
        retryable: true,
        trace_id: 'trace-1',
        turn_id: 't_9c1',
      }),
    ])
  })

  it('counts attempts by resets, including those before the client resumed', () => {
    const wire = eventWire('t', 'trace', ALL)
    wire.skip({ turnId: 't', seq: 1, writer: 1, body: START })
    wire.skip({ turnId: 't', seq: 2, writer: 2, body: RESET })
    expect(wire.encode({ turnId: 't', seq: 3, writer: 3, body: RESET })).toBe(
      'event: reset\nid: t.3\ndata: {"content":"","attempt":3}\n\n',
    )
    expect(wire.encode({ turnId: 't', seq: 4, writer: 3, body: STATUS })).toContain('"attempt":3')
  })

  it('omits the query if the caller may not see it, and keeps the ids of all other events', () => {
    const wire = eventWire('t', 'trace', EARLIER)
    const query: TurnEventBody = {
      type: 'query',
      queryId: 't',
      language: 'sql',
      dialect: 'sqlite',
      statement: 'SELECT 1',
      explanation: 'SELECT 1',
      tables: [],
      guarded: GUARDED,
    }
    const sent = [START, query, STATUS].map((body, index) =>
      wire.encode({ turnId: 't', seq: index + 1, writer: 1, body }),
    )
    expect(sent[1]).toBe('')
    expect(sent[2]).toContain('id: t.3\n')
  })

  it('omits the reasoning of the model if the caller may not see it', () => {
    const thinking: TurnEventBody = { type: 'status', status: 'generating_query', thinking: 'Rows of Acme …' }
    const [shown, hidden] = [ALL, EARLIER].map((reader) =>
      eventWire('t', 'trace', reader).encode({ turnId: 't', seq: 2, writer: 1, body: thinking }),
    )
    expect(shown).toBe(
      'event: status\nid: t.2\ndata: {"content":"","status":"generating_query","message":"Writing the query","thinking":"Rows of Acme …","attempt":1}\n\n',
    )
    expect(hidden).toBe('')
  })

  it('describes explorations in the language of the question, also after a client has resumed', () => {
    const targets: readonly ExploreTarget[] = [
      { kind: 'texts', texts: ['Copenhagen'], columns: 12 },
      { kind: 'texts', texts: ['Malmö', 'Kiel'], columns: 1 },
      { kind: 'texts', texts: ['a hash'], columns: 0 },
      { kind: 'values', of: 'customers.city' },
      { kind: 'tables', of: 'refunds' },
      { kind: 'columns', of: 'orders' },
    ]
    const messagesIn = (language: Language, reader = ALL) => {
      const wire = eventWire('t', 'trace', reader)
      const start = { type: 'start', conversationId: 'c', messageId: 'm', language } as const
      wire.skip({ turnId: 't', seq: 1, writer: 1, body: start })
      return [...targets, undefined].map((target) => {
        const body = {
          type: 'status',
          status: 'exploring_schema',
          ...(target === undefined ? {} : { looked: target }),
        } as const
        return JSON.parse(wire.encode({ turnId: 't', seq: 2, writer: 1, body }).split('data: ')[1] ?? '').message
      })
    }
    expect(messagesIn('en')).toEqual([
      'Looking for “Copenhagen” in 12 columns',
      'Looking for “Malmö”, “Kiel” in 1 column',
      'Looking for “a hash”',
      'Reading the values of customers.city',
      'Looking for tables about “refunds”',
      'Reading the columns of orders',
      'Looking for what the question needs',
    ])
    expect(messagesIn('de')).toEqual([
      'Sucht „Copenhagen“ in 12 Spalten',
      'Sucht „Malmö“, „Kiel“ in 1 Spalte',
      'Sucht „a hash“',
      'Liest die Werte von customers.city',
      'Sucht Tabellen zu „refunds“',
      'Liest die Spalten von orders',
      'Sucht, was die Frage braucht',
    ])
    // A public key sees no table or column names.
    expect(new Set(messagesIn('en', EARLIER))).toEqual(new Set(['Looking for what the question needs']))
  })

  it('S61: encodes every event with one data line, for every text', () => {
    const content = 'a\nb\r\nc\rd\u2028e\n\nevent: done\nid: x.9\nretry: 0\ndata: {"content":"x"}\n\n'
    const [encoded = ''] = encodeAll(text(content))
    const lines = encoded.split('\n')
    expect(lines).toHaveLength(4)
    expect(JSON.parse((lines[1] ?? '').slice('data: '.length))).toEqual({ content })
  })
})
