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

/** With a fake clock. */
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
  ['starts with its first request', MINUTE],
] as const)('a key over its limit in a window that %s', (_, window) => {
  it('is refused without reading the store, with the same reset time', async () => {
    const { windows, key } = opened()
    const first = await times(4, () => windows.take(key, [window], ''))
    expect(first.map(({ ok }) => ok)).toEqual([true, true, true, false])
    expect(failed).toEqual([])
    asked = []
    const more = await times(500, () => windows.take(key, [window], ''))
    expect(asked).toEqual([])
    for (const taken of more) expect(taken).toEqual({ ...first[3], revision: '' })
  })

  it('is counted again after the end of the window', async () => {
    const { windows, key, clock } = opened()
    const [, , , refused] = await times(4, () => windows.take(key, [window]))
    asked = []
    clock.now = (refused?.states[0]?.endsAt ?? 0) + 1
    await windows.take(key, [window])
    expect(asked).not.toEqual([])
  })
})

describe('a refusal from memory', () => {
  it('does not apply to requests of other windows', async () => {
    const { windows, key } = opened()
    await times(4, () => windows.take(key, [HOUR, SLIDING], ''))
    expect(await windows.take(key, [MINUTE], '')).toMatchObject({ ok: true })
    const { ok, states } = await windows.take(key, [MINUTE, HOUR, SLIDING], '')
    expect([ok, states.length]).toEqual([false, 1])
  })

  it('is reevaluated for the next request after a change by this process', async () => {
    const { windows, key } = opened()
    await times(4, () => windows.take(key, [MINUTE], ''))
    windows.forget?.(key)
    expect(await windows.take(key, [{ ...MINUTE, units: 5 }], '')).toMatchObject({ ok: true })
  })

  it('is reevaluated within a second of a change elsewhere, by one store read per second', async () => {
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

  it('is counted again after a minute if another process has refunded a unit of a longer window', async () => {
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

  it('costs one store read per second while nothing changes', async () => {
    const { windows, key, clock } = opened()
    await times(4, () => windows.take(key, [MINUTE], ''))
    asked = []
    for (let second = 0; second < 5; second++) {
      clock.now += 1_000
      await Promise.all(Array.from({ length: 20 }, () => windows.take(key, [MINUTE], '')))
    }
    expect(asked).toEqual(['find', 'find', 'find', 'find', 'find'])
  })

  it('applies to an installation that counts in its store', async () => {
    const { windows } = mongoLimits(databaseOf(connection), connectionClock(connection))
    const key = randomUUID()
    await times(4, () => windows.take(key, [SLIDING], ''))
    asked = []
    await times(100, () => windows.take(key, [SLIDING], ''))
    expect(asked).toEqual([])
  })
})
