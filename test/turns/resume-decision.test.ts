import { type Cursor, DELIVERED_SEQ, type ResumeFacts, resumeDecision } from '../../src/ask/turns/resume-decision.ts'

const at = (seq: number): Cursor => ({ kind: 'at', turnId: 't', seq })
const decide = (facts: Partial<ResumeFacts>) =>
  resumeDecision({ cursor: at(3), head: { lastSeq: 5, terminal: false }, ownsTurn: true, answered: false, ...facts })
const replay = (afterSeq: number, needsReset = false) => ({ kind: 'replay', afterSeq, needsReset })

describe('resumeDecision', () => {
  it('starts a turn only without a cursor', () => {
    expect(decide({ cursor: { kind: 'none' } })).toEqual({ kind: 'start' })
    for (const lastSeq of [0, 2, 3, 5])
      for (const terminal of [false, true])
        for (const ownsTurn of [false, true])
          for (const answered of [false, true]) {
            const head = { lastSeq, terminal: terminal && lastSeq > 0 }
            expect(decide({ head, ownsTurn, answered }).kind).not.toBe('start')
            expect(decide({ cursor: { kind: 'malformed' }, head, ownsTurn, answered })).toEqual({ kind: 'gone' })
          }
  })

  it('returns gone for a turn of another caller, as for an unknown turn', () => {
    expect(decide({ ownsTurn: false })).toEqual({ kind: 'gone' })
    expect(decide({ ownsTurn: false, answered: true })).toEqual({ kind: 'gone' })
  })

  it('replays the missing events of a running or ended turn', () => {
    expect(decide({})).toEqual(replay(3))
    expect(decide({ head: { lastSeq: 5, terminal: true }, answered: true })).toEqual(replay(3))
  })

  it('waits for new events when the cursor is at the end of a running turn', () => {
    expect(decide({ cursor: at(5) })).toEqual(replay(5))
  })

  it('returns gone when the client has received the last event of an ended turn', () => {
    expect(decide({ cursor: at(5), head: { lastSeq: 5, terminal: true }, answered: true })).toEqual({ kind: 'gone' })
    expect(decide({ cursor: at(DELIVERED_SEQ), head: { lastSeq: 0, terminal: false }, answered: true })).toEqual({
      kind: 'gone',
    })
  })

  it('waits for a turn whose first event was sent before it was stored', () => {
    expect(decide({ cursor: at(1), head: { lastSeq: 0, terminal: false } })).toEqual(replay(1))
  })

  it('waits for the last event of a running turn whose answer is already stored', () => {
    expect(decide({ cursor: at(5), answered: true })).toEqual(replay(5))
    expect(decide({ cursor: at(3), answered: true })).toEqual(replay(3))
  })

  it('returns the stored answer if the log has expired or is behind the cursor', () => {
    expect(decide({ head: { lastSeq: 0, terminal: false }, answered: true })).toEqual({ kind: 'stored' })
    expect(decide({ cursor: at(9), head: { lastSeq: 5, terminal: true }, answered: true })).toEqual({ kind: 'stored' })
  })

  it('resets a client whose cursor is ahead of the log of a running turn', () => {
    expect(decide({ cursor: at(9) })).toEqual(replay(0, true))
    expect(decide({ cursor: at(9), head: { lastSeq: 0, terminal: false } })).toEqual(replay(0, true))
  })
})
