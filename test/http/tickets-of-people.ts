import { loggedInAs } from '../accounts/logged-in.ts'
import type { Platform, Reply } from '../support/platform.ts'
import { streamEvents } from '../support/stream-events.ts'

export interface TicketFixture {
  readonly platform: Platform
  /** The question of each stream. */
  readonly question: string
  /** The request body for a ticket. */
  readonly json: object
  /** Opens a stream with a ticket as its only credential, and reads it to its end. */
  readonly open: (ticket: string, opening?: { readonly headers?: Readonly<Record<string, string>> }) => Promise<Reply>
  readonly idsOf: (reply: Reply) => readonly string[]
  readonly questionsOf: (scope: string, tenant: string) => Promise<readonly string[]>
}

/** Tests of stream tickets of users, which run on the service of another suite. */
export const describeUserTickets = (fixture: () => TicketFixture): void => {
  describe('a stream ticket of a user', () => {
    it('opens a stream as its user, and is rejected after the session has ended', async () => {
      const { platform, question, json, open, idsOf, questionsOf } = fixture()
      const user = await loggedInAs(platform, 'member')
      const headers = { 'X-Tenant-Id': '2', 'X-Scope-Id': 'of a person' }
      const createTicket = async () => (await user.request('/chat/stream-tickets', { json, headers })).body.data.ticket
      const [used, unused] = [await createTicket(), await createTicket()]
      const answered = await open(used)
      const ids = idsOf(answered)
      expect([answered.status, await questionsOf('of a person', '2')]).toEqual([200, [question]])
      expect(streamEvents(answered.text).some(({ event }) => event === 'query')).toBe(true)
      const { body } = await user.request('/chat/conversations', { headers })
      expect(body.data.conversations).toMatchObject([{ userId: user.id }])
      const resuming = { headers: { 'Last-Event-ID': ids[1] ?? '' } }
      expect((await open(used, resuming)).status).toBe(200)
      expect((await open(unused, { headers: { 'X-Tenant-Id': '1' } })).status).toBe(401)
      expect((await user.request('/auth/logout', { method: 'POST' })).status).toBe(200)
      for (const reply of [await open(unused), await open(used, resuming)])
        expect([reply.status, reply.body.message]).toEqual([401, expect.stringMatching(/ticket/)])
    })
  })
}
