import { somebody } from '../accounts/logged-in.ts'
import type { Platform, Reply } from '../support/platform.ts'
import { streamEvents } from '../support/stream-events.ts'

export interface TicketBench {
  readonly platform: Platform
  /** What is asked. */
  readonly question: string
  /** What a ticket is asked for with. */
  readonly json: object
  /** Opens a stream with nothing but a ticket, and reads it to its end. */
  readonly open: (ticket: string, opening?: { readonly headers?: Readonly<Record<string, string>> }) => Promise<Reply>
  readonly idsOf: (reply: Reply) => readonly string[]
  readonly questionsOf: (scope: string, tenant: string) => Promise<readonly string[]>
}

/** What tickets of people guarantee, beside the service of another suite. */
export const ticketsOfPeople = (bench: () => TicketBench): void => {
  describe('a stream ticket of a user', () => {
    it('opens a stream as theirs, and is worth nothing once that log-in has ended', async () => {
      const { platform, question, json, open, idsOf, questionsOf } = bench()
      const one = await somebody(platform, 'member')
      const headers = { 'X-Tenant-Id': '2', 'X-Scope-Id': 'of a person' }
      const makeAs = async () => (await one.request('/chat/stream-tickets', { json, headers })).body.data.ticket
      const [used, unused] = [await makeAs(), await makeAs()]
      const answered = await open(used)
      const ids = idsOf(answered)
      expect([answered.status, await questionsOf('of a person', '2')]).toEqual([200, [question]])
      expect(streamEvents(answered.text).some(({ event }) => event === 'query')).toBe(true)
      const { body } = await one.request('/chat/conversations', { headers })
      expect(body.data.conversations).toMatchObject([{ userId: one.id }])
      const back = { headers: { 'Last-Event-ID': ids[1] ?? '' } }
      expect((await open(used, back)).status).toBe(200)
      expect((await open(unused, { headers: { 'X-Tenant-Id': '1' } })).status).toBe(401)
      expect((await one.request('/auth/logout', { method: 'POST' })).status).toBe(200)
      for (const reply of [await open(unused), await open(used, back)])
        expect([reply.status, reply.body.message]).toEqual([401, expect.stringMatching(/ticket/)])
    })
  })
}
