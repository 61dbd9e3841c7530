import type { Connection } from 'mongoose'
import { UNUSED_TICKETS_MAX } from '../../src/access/rules/stream-ticket.ts'
import { streamTicketStore } from '../../src/access/store/stream-tickets.ts'
import { connectionClock } from '../../src/store/connection-clock.ts'
import { openTestStore, SERVER } from './store-fixture.ts'

let connection: Connection
let tickets: ReturnType<typeof streamTicketStore>
beforeAll(async () => {
  connection = await openTestStore()
  tickets = streamTicketStore(connection, connectionClock(connection))
})
afterAll(() => connection.close())

const MADE = { isIdentified: false, databaseId: 'shop', revision: 'e' }
const callerOf = (scopeId: string) => ({ ...SERVER, keyId: 'k', tenantId: '1', scopeId })

const make = async (scopeId: string) => {
  const made = await tickets.add(callerOf(scopeId), MADE)
  const ticket = made === undefined ? undefined : await tickets.find(made.text)
  if (made === undefined || ticket === undefined) throw new Error('no ticket was made')
  return { text: made.text, ticket }
}

describe('a stream ticket', () => {
  it('is found by its text only, which is not stored', async () => {
    const { text, ticket } = await make('text')
    const { organizationId, keyId, tenantId, scopeId } = callerOf('text')
    expect(ticket).toMatchObject({ organizationId, keyId, tenantId, scopeId, ...MADE, isUsed: false })
    for (const other of [ticket.id, `${text.slice(0, -1)}-`, `${text}a`, text.slice(4), ''])
      expect(await tickets.find(other)).toBeUndefined()
    const stored = await connection.collection('stream_tickets').find({}).toArray()
    expect(JSON.stringify(stored)).not.toContain(text.slice(4))
  })

  it('is used by exactly one of many concurrent callers and bound to the first turn', async () => {
    const { text, ticket } = await make('once')
    await tickets.bind(ticket, 'too early')
    const until = Date.now() + 60_000
    const used = await Promise.all(Array.from({ length: 20 }, () => tickets.use(ticket, until)))
    expect(used.filter(Boolean)).toHaveLength(1)
    await tickets.bind(ticket, 'first')
    await tickets.bind(ticket, 'second')
    const found = await tickets.find(text)
    expect(found).toMatchObject({ isUsed: true, turnId: 'first' })
    // By the clock of the store, which is read more than once.
    expect(Math.abs((found?.expiresAt ?? 0) - until)).toBeLessThan(30_000)
  })

  it('cannot be used after its expiry and is then deleted', async () => {
    const { text, ticket } = await make('late')
    const past = { $set: { expiresAt: new Date(Date.now() - 3_600_000) } }
    await connection.collection('stream_tickets').updateOne(Object({ _id: ticket.id }), past)
    expect(await tickets.use(ticket, Date.now() + 60_000)).toBe(false)
    expect((await tickets.find(text))?.expiresAt).toBeLessThan(Date.now())
    const { text: living } = await make('living')
    await tickets.sweep(new Date())
    expect(await tickets.find(text)).toBeUndefined()
    expect(await tickets.find(living)).toBeDefined()
  })

  it('is limited in number of unused ones per caller, even under concurrency', async () => {
    const many = await Promise.all(
      Array.from({ length: 2 * UNUSED_TICKETS_MAX }, () => tickets.add(callerOf('many'), MADE)),
    )
    const got = many.flatMap((made) => (made === undefined ? [] : [made.text]))
    expect(got).toHaveLength(UNUSED_TICKETS_MAX)
    expect(await tickets.add(callerOf('many'), MADE)).toBeUndefined()
    // Tickets of other callers and used tickets do not count.
    expect(await tickets.add(callerOf('another'), MADE)).toBeDefined()
    const first = await tickets.find(got[0] ?? '')
    if (first === undefined) throw new Error('a ticket is gone')
    await tickets.use(first, Date.now() + 60_000)
    expect(await tickets.add(callerOf('many'), MADE)).toBeDefined()
  })
})
