import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Limits } from '../../../src/access/limits/limits.ts'
import type { Window } from '../../../src/access/limits/windows.ts'
import { addressOf, BACKENDS, SHARED_BACKENDS, useBackends } from '../../limits/backends.ts'

useBackends()

const until = (at: number) => pause(Math.max(0, at - Date.now()) + 20)

describe.each(Object.entries(BACKENDS))('Rate limit windows in %s', (_, open) => {
  let limits: Limits
  beforeAll(() => {
    limits = open()
  })
  const taken = async (key: string, windows: readonly Window[], times: number) =>
    (await Promise.all(Array.from({ length: times }, () => limits.windows.take(key, windows)))).filter(({ ok }) => ok)

  it('restart after they have ended', async () => {
    const [key, window] = [randomUUID(), { name: 'second', units: 2, seconds: 1 }]
    expect(await taken(key, [window], 5)).toHaveLength(2)
    const { states } = await limits.windows.take(key, [window])
    await until(states[0]?.endsAt ?? 0)
    expect(await taken(key, [window], 5)).toHaveLength(2)
  })

  it('accept a request after the seconds that a refusal names', async () => {
    const [key, window] = [randomUUID(), { name: 'second', units: 1, seconds: 1 }]
    expect((await limits.windows.take(key, [window])).ok).toBe(true)
    const refused = await limits.windows.take(key, [window])
    const waitMs = (refused.states[0]?.endsAt ?? 0) - Date.now()
    await pause(Math.max(0, Math.ceil(waitMs / 1000) * 1000))
    expect((await limits.windows.take(key, [window])).ok).toBe(true)
  })

  it('free sliding units one by one as each expires', async () => {
    const [key, window] = [randomUUID(), { name: 'sliding', units: 2, seconds: 4, slides: true }]
    const endsAt = async () => (await limits.windows.take(key, [window])).states[0]?.endsAt ?? 0
    const first = await endsAt()
    await until(first - 2_000)
    await endsAt()
    const refused = await limits.windows.take(key, [window])
    expect([refused.ok, refused.states[0]?.remaining]).toEqual([false, 0])
    await until(first)
    // The first unit has expired, the second one has not.
    expect(await taken(key, [window], 3)).toHaveLength(1)
  })
})

describe.each(SHARED_BACKENDS)('Rate limit windows of several processes in %s', (name) => {
  it('F13: slide across processes: no interval exceeds the limit, with any clock changes', async () => {
    const [units, seconds] = [30, 1]
    const own = {
      BACKEND: name,
      URI: addressOf(name),
      KEY: randomUUID(),
      UNITS: String(units),
      SECONDS: String(seconds),
    }
    const children = Array.from({ length: 2 }, () =>
      fork(path.join(import.meta.dirname, 'sliding-process.ts'), {
        execArgv: [],
        env: { ...process.env, ...own, FOR_MS: '4000' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    )
    const replies = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]))
    const passed: { from: number; to: number }[] = replies.flat()
    // A request passes at an unknown time between its start and its end.
    const counts = passed.map(({ to }) => passed.filter((one) => one.from >= to && one.to < to + seconds * 1000).length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(units)
    expect(passed.length).toBeGreaterThanOrEqual(2 * units)
  })
})
