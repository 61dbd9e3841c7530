import { type StreamTicket, ticketRefusal } from '../../../src/access/rules/stream-ticket.ts'

const TICKET: StreamTicket = {
  ...{ id: 't', organizationId: 1, keyId: 'k', isIdentified: false, revision: 'e', expiresAt: 0 },
  ...{ databaseId: 'shop', isUsed: false },
}
const IN = { conversationId: 'c' }
const USED = { isUsed: true, turnId: 'turn' }
const NOTHING = { conversationId: undefined, databaseId: undefined, resumes: undefined }

describe('what a stream ticket opens', () => {
  it.each([
    ['a question that starts a conversation', {}, {}, undefined],
    ['a question in its conversation', IN, IN, undefined],
    ['one in another conversation', IN, { conversationId: 'd' }, 'ticket_mismatch'],
    ['one in a conversation, where it starts one', {}, IN, 'ticket_mismatch'],
    ['one that starts a conversation, where it has one', IN, {}, 'ticket_mismatch'],
    ['its database', {}, { databaseId: 'shop' }, undefined],
    ['another database', {}, { databaseId: 'farm' }, 'ticket_mismatch'],
    ['a turn of its conversation, unused', IN, { ...IN, resumes: 'turn' }, undefined],
    ['a turn where it starts a conversation', {}, { resumes: 'turn' }, 'ticket_mismatch'],
    ['its turn again', USED, { resumes: 'turn' }, undefined],
    ['another turn', USED, { resumes: 'other' }, 'ticket_used'],
    ['a turn whose cursor cannot be read', USED, { resumes: '' }, 'ticket_used'],
    ['another question', USED, {}, 'ticket_used'],
    ['a turn, used for one that is not known yet', { isUsed: true }, { resumes: 'turn' }, 'ticket_used'],
    [
      'its turn in another conversation',
      { ...IN, ...USED },
      { conversationId: 'd', resumes: 'turn' },
      'ticket_mismatch',
    ],
  ] as const)('%s: %j asked for %j', (_, ticket, asked, refusal) => {
    expect(ticketRefusal({ ...TICKET, ...ticket }, { ...NOTHING, ...asked })).toBe(refusal)
  })
})
