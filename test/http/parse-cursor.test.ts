import { DELIVERED_SEQ } from '../../src/ask/turns/resume-decision.ts'
import { parseCursor } from '../../src/http/parse-cursor.ts'

describe('parseCursor', () => {
  const parse = (lastEventId: string | undefined, query: Record<string, string | string[]> = {}) =>
    parseCursor({ headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId }, query })

  it('prefers the header to the query', () => {
    expect(parse('t-1_a.12', { last_event_id: 'u.1' })).toEqual({ kind: 'at', turnId: 't-1_a', seq: 12 })
    expect(parse(undefined, { last_event_id: 'u.1' })).toEqual({ kind: 'at', turnId: 'u', seq: 1 })
    expect(parse(`t.${DELIVERED_SEQ}`)).toEqual({ kind: 'at', turnId: 't', seq: DELIVERED_SEQ })
  })

  it('treats an empty cursor as no cursor, as browsers do', () => {
    expect(parse(undefined)).toEqual({ kind: 'none' })
    expect(parse('')).toEqual({ kind: 'none' })
    expect(parse('', { last_event_id: '' })).toEqual({ kind: 'none' })
  })

  it.each([
    ...['t', 't.', '.1', 't.01', 't.-1', 't.1.2', 't.1e3', 't.x', 't 1', 't/../u.1', 't.1, t.2', 't.9999999999999999'],
    `${'t'.repeat(129)}.1`,
  ])('rejects %j as malformed', (value) => {
    expect(parse(value)).toEqual({ kind: 'malformed' })
  })

  it('rejects a repeated parameter as malformed', () => {
    expect(parse(undefined, { last_event_id: ['t.1', 't.2'] })).toEqual({ kind: 'malformed' })
  })
})
