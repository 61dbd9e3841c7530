import type { Connection } from 'mongoose'
import { loginAttemptVerbs } from '../../src/store/login-attempts.ts'
import { openTestStore } from './store-fixture.ts'

let connection: Connection
let attempts: ReturnType<typeof loginAttemptVerbs>
beforeAll(async () => {
  connection = await openTestStore()
  attempts = loginAttemptVerbs(connection)
})
afterAll(() => connection.close())

const AT = Date.parse('2027-06-01T10:00:00.000Z')
const RULE = { free: 3, longestMs: 60_000 }

describe('attempts that may fail', () => {
  it('are let through while they are free, whichever of one moment is counted first', async () => {
    const waits: number[] = []
    for (const at of [AT + 5, AT, AT + 2]) waits.push(await attempts.countAttempt('free', RULE, at))
    expect(waits).toEqual([0, 0, 0])
    expect(await attempts.countAttempt('free', RULE, AT + 2)).toBe(1_000)
    expect(await attempts.countAttempt('free', RULE, AT + 1_002)).toBe(0)
  })
})
