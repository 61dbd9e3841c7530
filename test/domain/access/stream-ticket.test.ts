import { type StreamTicket, ticketRefusal } from '../../../src/access/rules/stream-ticket.ts'

const TICKET: StreamTicket = {
  id: 't',
  organizationId: 1,
  keyId: 'k',
  isIdentified: false,
  revision: 'e',
  expiresAt: 0,
  databaseId: 'shop',
  isUsed: false,
}
const IN = { conversationId: 'c' }
const USED = { isUsed: true, turnId: 'turn' }
const UNSPECIFIED = { conversationId: undefined, databaseId: undefined, resumes: undefined }

describe('ticketRefusal', () => {
  it.each([
    ['a question that starts a conversation', {}, {}, undefined],
    ['a question in its conversation', IN, IN, undefined],
    ['a question in another conversation', IN, { conversationId: 'd' }, 'ticket_mismatch'],
    ['a question in a conversation, with a ticket that starts one', {}, IN, 'ticket_mismatch'],
    ['a question that starts a conversation, with a ticket for one', IN, {}, 'ticket_mismatch'],
    ['its database', {}, { databaseId: 'shop' }, undefined],
    ['another database', {}, { databaseId: 'farm' }, 'ticket_mismatch'],
    ['a turn of its conversation, before its use', IN, { ...IN, resumes: 'turn' }, undefined],
    ['a turn, with a ticket that starts a conversation', {}, { resumes: 'turn' }, 'ticket_mismatch'],
    ['its turn again', USED, { resumes: 'turn' }, undefined],
    ['another turn', USED, { resumes: 'other' }, 'ticket_used'],
    ['a turn whose cursor cannot be read', USED, { resumes: '' }, 'ticket_used'],
    ['another question', USED, {}, 'ticket_used'],
    ['a turn, after a use whose turn is not known yet', { isUsed: true }, { resumes: 'turn' }, 'ticket_used'],
    [
      'its turn in another conversation',
      { ...IN, ...USED },
      { conversationId: 'd', resumes: 'turn' },
      'ticket_mismatch',
    ],
  ] as const)('for %s: ticket %j, request %j', (_, ticket, request, refusal) => {
    expect(ticketRefusal({ ...TICKET, ...ticket }, { ...UNSPECIFIED, ...request })).toBe(refusal)
  })
})
