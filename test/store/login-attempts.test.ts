import type { Connection } from 'mongoose'
import { loginAttemptStore } from '../../src/manage/accounts/store/login-attempts.ts'
import { openTestStore } from './store-fixture.ts'

let connection: Connection
let attempts: ReturnType<typeof loginAttemptStore>
beforeAll(async () => {
  connection = await openTestStore()
  attempts = loginAttemptStore(connection)
})
afterAll(() => connection.close())

const AT = Date.parse('2027-06-01T10:00:00.000Z')
const RULE = { freeAttempts: 3, maxDelayMs: 60_000 }

describe('failed login attempts', () => {
  it('are accepted while they are free, in any order of concurrent counts', async () => {
    const waits: number[] = []
    for (const at of [AT + 5, AT, AT + 2]) waits.push(await attempts.count('free', RULE, at))
    expect(waits).toEqual([0, 0, 0])
    expect(await attempts.count('free', RULE, AT + 2)).toBe(1_000)
    expect(await attempts.count('free', RULE, AT + 1_002)).toBe(0)
  })

  it('decay by half over time, so that slow attempts are never delayed', async () => {
    const rule = { ...RULE, halvesMs: 1_000 }
    const times = Array.from({ length: 50 }, (_, index) => AT + index * 1_000)
    const waits: number[] = []
    for (const at of times) waits.push(await attempts.count('slow', rule, at))
    expect(new Set(waits)).toEqual(new Set([0]))
    for (const at of times) waits.push(await attempts.count('whole', RULE, at))
    expect(waits.some((ms) => ms > 0)).toBe(true)
    const atOnce = [1, 2, 3, 4].map(() => AT + 50_000)
    const fast: number[] = []
    for (const at of atOnce) fast.push(await attempts.count('slow', rule, at))
    expect(fast.at(-1)).toBeGreaterThan(0)
  })
})
