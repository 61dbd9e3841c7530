import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { type Limits, mongoLimits } from '../../src/access/limits/limits.ts'
import { mongoUnitLog } from '../../src/access/limits/mongo-unit-log.ts'
import { mongoWindows } from '../../src/access/limits/mongo-windows.ts'
import { refusedFromMemory } from '../../src/access/limits/refused-from-memory.ts'
import { withSliding } from '../../src/access/limits/sliding-windows.ts'
import type { Window } from '../../src/access/limits/windows.ts'
import { storeClock } from '../../src/platform/mongodb/store-clock.ts'
import { connectStore } from '../../src/store/connection.ts'
import { connectionClock } from '../../src/store/connection-clock.ts'
import { testServers } from '../support/test-servers.ts'
import { databaseOf } from './database-of.ts'

let connection: Connection
let asked: string[]
let failed: string[]
beforeAll(async () => {
  connection = await connectStore(`${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}?monitorCommands=true`)
  const client = connection.getClient()
  client.on('commandStarted', ({ commandName }) => asked.push(commandName))
  client.on('commandFailed', ({ commandName }) => failed.push(commandName))
})
beforeEach(() => {
  asked = []
  failed = []
})
afterAll(() => connection.close())

const SLIDING: Window = { name: 'sliding', units: 3, seconds: 60, slides: true }
const MINUTE: Window = { name: 'minute', units: 3, seconds: 60 }
const HOUR: Window = { name: 'hour', units: 3, seconds: 3_600 }

/** By a clock of the test's own. */
const opened = () => {
  const clock = { now: Date.now() }
  const db = databaseOf(connection)
  const stored = storeClock(db)
  const fixed = mongoWindows(db, stored)
  const windows = refusedFromMemory(withSliding(fixed, mongoUnitLog(db, stored)), {
    revisionOf: fixed.revisionOf,
    now: () => clock.now,
  })
  return { clock, windows, key: randomUUID() }
}
const times = async (count: number, take: () => ReturnType<Limits['windows']['take']>) => {
  const taken = []
  for (let index = 0; index < count; index++) taken.push(await take())
  return taken
}
const renewed = async (key: string, revision: string): Promise<void> => {
  await connection.collection<{ _id: string }>('windows').updateOne({ _id: key }, { $set: { epoch: revision } })
}

describe.each([
  ['slides', SLIDING],
  ['begins with its first request', MINUTE],
] as const)('what is over a limit whose window %s', (_, window) => {
  it('is refused without reading the store again, with the same reset time', async () => {
    const { windows, key } = opened()
    const first = await times(4, () => windows.take(key, [window], ''))
    expect(first.map(({ ok }) => ok)).toEqual([true, true, true, false])
    expect(failed).toEqual([])
    asked = []
    const more = await times(500, () => windows.take(key, [window], ''))
    expect(asked).toEqual([])
    for (const taken of more) expect(taken).toEqual({ ...first[3], revision: '' })
  })

  it('is counted again when the window has ended', async () => {
    const { windows, key, clock } = opened()
    const [, , , refused] = await times(4, () => windows.take(key, [window]))
    asked = []
    clock.now = (refused?.states[0]?.endsAt ?? 0) + 1
    await windows.take(key, [window])
    expect(asked).not.toEqual([])
  })
})

describe('what is refused from memory', () => {
  it('is another matter for requests that another limit counts', async () => {
    const { windows, key } = opened()
    await times(4, () => windows.take(key, [HOUR, SLIDING], ''))
    expect(await windows.take(key, [MINUTE], '')).toMatchObject({ ok: true })
    const { ok, states } = await windows.take(key, [MINUTE, HOUR, SLIDING], '')
    expect([ok, states.length]).toEqual([false, 1])
  })

  it('is judged anew with the next request after this process has changed something', async () => {
    const { windows, key } = opened()
    await times(4, () => windows.take(key, [MINUTE], ''))
    windows.forget?.(key)
    expect(await windows.take(key, [{ ...MINUTE, units: 5 }], '')).toMatchObject({ ok: true })
  })

  it('is judged anew within a second of a change elsewhere, for one look at the store a second', async () => {
    const { windows, key, clock } = opened()
    await times(4, () => windows.take(key, [MINUTE], ''))
    await renewed(key, 'another')
    asked = []
    await times(50, () => windows.take(key, [MINUTE], ''))
    expect(asked).toEqual([])
    clock.now += 1_000
    expect(await windows.take(key, [MINUTE], '')).toEqual({ ok: false, states: [], revision: 'another' })
    expect(asked).toEqual(['find'])
    expect(await windows.take(key, [{ ...MINUTE, units: 5 }], 'another')).toMatchObject({ ok: true })
  })

  it('is counted again after a minute, when another process has given a unit back of a window that is longer', async () => {
    const { windows, key, clock } = opened()
    const elsewhere = mongoLimits(databaseOf(connection), connectionClock(connection)).windows
    const { refund } = await elsewhere.take(key, [HOUR], '')
    expect((await times(3, () => windows.take(key, [HOUR], ''))).map(({ ok }) => ok)).toEqual([true, true, false])
    await refund?.()
    clock.now += 30_000
    expect(await windows.take(key, [HOUR], '')).toMatchObject({ ok: false })
    clock.now += 30_000
    expect(await windows.take(key, [HOUR], '')).toMatchObject({ ok: true })
  })

  it('costs the store one look a second while nothing has changed', async () => {
    const { windows, key, clock } = opened()
    await times(4, () => windows.take(key, [MINUTE], ''))
    asked = []
    for (let second = 0; second < 5; second++) {
      clock.now += 1_000
      await Promise.all(Array.from({ length: 20 }, () => windows.take(key, [MINUTE], '')))
    }
    expect(asked).toEqual(['find', 'find', 'find', 'find', 'find'])
  })

  it('is so where an installation counts in its store', async () => {
    const { windows } = mongoLimits(databaseOf(connection), connectionClock(connection))
    const key = randomUUID()
    await times(4, () => windows.take(key, [SLIDING], ''))
    asked = []
    await times(100, () => windows.take(key, [SLIDING], ''))
    expect(asked).toEqual([])
  })
})
