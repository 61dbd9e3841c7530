import { audit, ERROR_CODES, INVARIANTS } from '../../chaos/audit/auditor.ts'
import type { Evidence, Expectations, Invariant } from '../../chaos/audit/evidence.ts'
import type { JournalEntry } from '../../chaos/journal.ts'

const AT = 1_000_000
const own = { ask: 'a', scope: 's', tenant: '1' }
const answer = { turn_id: 't', message: 'Ada.' }
const body = (data: object) => JSON.stringify({ success: true, data })
const received = (more: Partial<Extract<JournalEntry, { kind: 'received' }>>): JournalEntry => ({
  kind: 'received',
  at: AT + 20,
  ...own,
  status: 200,
  body: body(answer),
  ...more,
})
const event = (seq: number, name: string, content = '') => ({
  kind: 'event' as const,
  at: AT + 10 + seq,
  ...own,
  ask: 'b',
  event: name,
  id: `t.${seq}`,
  data: JSON.stringify({ content }),
})
const unplaced = (name: string, content = ''): JournalEntry => ({ ...event(0, name, content), id: '' })
const SENT: JournalEntry = { kind: 'sent', at: AT, how: 'json', ...own }
const STREAM: readonly JournalEntry[] = [
  { ...SENT, how: 'stream', ask: 'b' },
  event(1, 'start'),
  event(2, 'message', 'A'),
  event(3, 'message', 'da.'),
  event(4, 'done'),
  { kind: 'left', at: AT + 30, ask: 'b', scope: 's', done: true },
]
const message = (side: 'user' | 'assistant', at: number, content: string) => ({
  id: `t.${side}`,
  conversationId: 'c',
  scopeId: 's',
  sender: side.toUpperCase(),
  content,
  at,
})
const QUESTION = message('user', AT, 'Who?')
const ANSWER = message('assistant', AT + 10, 'Ada.')

/** Evidence without a violation: one question that was posted, and streamed by another client. */
const SOUND: Evidence = {
  journal: [SENT, received({}), ...STREAM],
  messages: [QUESTION, ANSWER],
  conversations: [{ id: 'c', messageCount: 2, lastMessageAt: AT + 10 }],
  claims: [{ turnId: 't', conversationId: 'c', state: 'opened' }],
  references: [],
  leases: [],
  openWorkflows: [],
  begun: [{ turnId: 't', pid: 1, at: AT + 5 }],
  running: [{ turnId: 't', pid: 1, at: AT + 5 }],
  texts: [{ where: 'the log', text: 'nothing' }],
}

const EXPECTATIONS: Expectations = {
  turnTimeoutMs: 60_000,
  outageMs: 0,
  secrets: ['hush'],
  errorCodes: ERROR_CODES,
  tenants: [
    { id: '1', canary: 'Ada' },
    { id: '2', canary: 'Bea' },
  ],
}

const DELETED: readonly JournalEntry[] = [
  { ...SENT, how: 'delete', ask: 'delete c' },
  received({ ask: 'delete c', status: 204, body: '' }),
]
const runningSamples = (pids: readonly number[]) =>
  [0, 1_000, 2_500].flatMap((later) => pids.map((pid) => ({ turnId: 't', pid, at: AT - 5_000 + later })))

/** Changes that violate exactly one invariant. */
const BROKEN: Readonly<Record<Invariant, readonly Partial<Evidence>[]>> = {
  I1: [
    { messages: [QUESTION], conversations: [], journal: [SENT, received({})] },
    { messages: [QUESTION, ANSWER, { ...ANSWER, conversationId: 'd' }] },
    { messages: [{ ...QUESTION, at: AT + 10 }, ANSWER] },
    { claims: [{ turnId: 'u', conversationId: 'd', state: 'opened' }] },
  ],
  I2: [
    { claims: [{ turnId: 't', conversationId: 'c', state: 'refused' }] },
    { messages: [QUESTION, ANSWER, { ...QUESTION, id: 'x', conversationId: 'd', scopeId: 'nobody' }] },
  ],
  I3: [
    { conversations: [{ id: 'c', messageCount: 3, lastMessageAt: AT + 10 }] },
    { conversations: [{ id: 'c', messageCount: 2, lastMessageAt: AT }] },
  ],
  I4: [{ journal: [SENT, received({ status: 201, body: body({ message_id: 'm', conversation_id: 'c' }) })] }],
  I5: [
    { journal: [...SOUND.journal, ...DELETED], references: [{ collection: 'results', conversationId: 'c' }] },
    {
      journal: [
        ...SOUND.journal,
        ...DELETED,
        { ...SENT, how: 'delete', ask: 'again c' },
        received({ ask: 'again c', at: AT + 40, status: 204, body: '' }),
      ],
    },
  ],
  I6: [{ running: [{ turnId: 't', pid: 1, at: AT + 3_000 }] }, { running: runningSamples([1, 2]) }],
  I7: [
    { begun: Array.from({ length: 31 }, () => ({ turnId: 't', pid: 1, at: AT })) },
    { begun: [{ turnId: 't', pid: 1, at: AT + 5_000 }] },
    { journal: [...SOUND.journal, { kind: 'model', at: AT + 5_000, scope: 's', step: 'draft', prompt: '' }] },
  ],
  I8: [
    { journal: [...STREAM.slice(0, 3), ...STREAM.slice(4)] },
    { journal: [...STREAM.slice(0, 5), event(5, 'done'), ...STREAM.slice(5)] },
    { journal: [...STREAM.slice(0, 3), event(2, 'message', 'da.'), ...STREAM.slice(4)] },
    { journal: [...STREAM.slice(0, 4), unplaced('message', 'Ada.'), ...STREAM.slice(4)] },
  ],
  I9: [{ journal: [...SOUND.journal, received({ body: body({ ...answer, message: 'Ava.' }) })] }],
  I10: [
    { journal: [...SOUND.journal, { kind: 'model', at: AT + 5, scope: 's', step: 'compose', prompt: 'Bea' }] },
    { journal: [SENT, received({ status: 500, body: '{"error_code":"DB_QUERY_FAILED","x":"Bea"}' })] },
  ],
  I11: [{ leases: ['t'] }],
  I12: [{ openWorkflows: [{ id: 'turn/1/c/t', startedAt: AT }] }],
  I13: [
    { journal: [SENT, received({ status: 418, body: '{"error_code":"TEAPOT"}' })] },
    { journal: [SENT, received({ status: 503, body: '{"error_code":"SYSTEM_SERVICE_UNAVAILABLE"}' })] },
    { journal: [SENT, received({ status: 500, body: '{"error_code":"SYSTEM_INTERNAL_ERROR"}' })] },
    { journal: [SENT, received({ at: AT + 100_000 })] },
  ],
  I14: [{ texts: [{ where: 'the log', text: 'a line with hush in it' }] }],
}

/** Events after a lost log: a reset drops the client's partial text, and the text follows without ids. */
const COMPLETED: readonly JournalEntry[] = [
  ...STREAM.slice(0, 3),
  ...[event(900, 'message', 'Ada.'), unplaced('reset'), unplaced('message', 'Ada.'), event(901, 'done')],
  ...STREAM.slice(-1),
]

describe('Chaos auditor', () => {
  it('reports nothing for evidence without a violation', () => {
    expect(audit(SOUND, EXPECTATIONS)).toEqual([])
    expect(audit({ ...SOUND, journal: [SENT, received({}), ...COMPLETED] }, EXPECTATIONS)).toEqual([])
  })

  it.each(Object.entries(BROKEN).flatMap(([name, cases]) => cases.map((change) => [name, change] as const)))(
    'reports a violation of %s and of no other invariant',
    (name, change) => {
      const found = audit({ ...SOUND, ...change }, EXPECTATIONS)
      expect([...new Set(found.map(({ invariant }) => invariant))]).toEqual([name])
    },
  )

  it('has a test case for every invariant', () => {
    expect(Object.keys(BROKEN)).toEqual(Object.keys(INVARIANTS))
  })
})
