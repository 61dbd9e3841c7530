import type { Connection } from 'mongoose'
import { claimStore } from '../../src/ask/store/claims.ts'
import { openTestStore } from './store-fixture.ts'

const caller = { organizationId: 7 }
const turn = (name: string) => ({ turnId: `turn-${name}`, conversationId: `conversation-${name}`, request: 'digest' })

let connection: Connection
let claims: ReturnType<typeof claimStore>
beforeAll(async () => {
  connection = await openTestStore()
  claims = claimStore(connection)
})
afterAll(() => connection.close())

describe('the claim of a question', () => {
  it('is given to exactly one of many concurrent requests', async () => {
    const wanted = Array.from({ length: 50 }, (_, index) => claims.add(caller, 'many', turn(String(index))))
    const got = await Promise.all(wanted)
    expect(got.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(got.map(({ claim }) => claim.turnId)).size).toBe(1)
  })

  it('is either opened or refused under concurrent decisions, never both', async () => {
    for (let round = 0; round < 20; round++) {
      const id = `decided-${round}`
      await claims.add(caller, id, turn('a'))
      const decisions = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === round % 2
            ? claims.open(caller, id, 'turn-a')
            : claims.refuse(caller, id, 'turn-a', 'worker_unavailable'),
        ),
      )
      expect(new Set(decisions.map((claim) => claim?.state)).size).toBe(1)
      expect(decisions.filter((claim) => claim?.isNew)).toHaveLength(1)
      const again = await claims.add(caller, id, turn('b'))
      expect(again.isNew).toBe(decisions[0]?.state === 'refused')
    }
  })

  it('can be claimed again after a refusal, and the refused turn never opens it', async () => {
    await claims.add(caller, 'again', turn('first'))
    await claims.refuse(caller, 'again', 'turn-first', 'worker_unavailable')
    const again = await claims.add(caller, 'again', turn('second'))
    expect(again).toMatchObject({ isNew: true, claim: { turnId: 'turn-second', state: 'pending' } })
    expect(await claims.open(caller, 'again', 'turn-first')).toBeUndefined()
    expect(await claims.open(caller, 'again', 'turn-second')).toMatchObject({ state: 'opened' })
  })

  it('cannot be opened if it does not exist', async () => {
    expect(await claims.open(caller, 'never', 'turn-x')).toBeUndefined()
  })

  it('belongs to one organization, even for the same question', async () => {
    await claims.add(caller, 'words', turn('a'))
    expect((await claims.add({ organizationId: 8 }, 'words', turn('b'))).isNew).toBe(true)
    expect(await claims.open({ organizationId: 8 }, 'words', 'turn-a')).toBeUndefined()
  })

  it('is released only by its own turn', async () => {
    await claims.add(caller, 'ended', turn('a'))
    await claims.release(caller, 'ended', 'turn-other')
    expect((await claims.add(caller, 'ended', turn('b'))).isNew).toBe(false)
    await claims.release(caller, 'ended', 'turn-a')
    expect((await claims.add(caller, 'ended', turn('b'))).isNew).toBe(true)
  })

  it('is deleted a day after its decision, also by the sweep', async () => {
    await claims.add(caller, 'swept', turn('a'))
    await claims.open(caller, 'swept', 'turn-a')
    const day = 24 * 60 * 60_000
    await claims.sweep(new Date(Date.now() + day - 60_000))
    expect(await claims.find(caller, 'swept')).toMatchObject({ state: 'opened' })
    await claims.sweep(new Date(Date.now() + day + 60_000))
    expect(await claims.find(caller, 'swept')).toBeUndefined()
  })

  it('of a turn that cannot be joined starts with one decision, the same for all callers', async () => {
    for (let round = 0; round < 20; round++) {
      const id = `own-${round}`
      const decisions = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === round % 2 ? claims.open(caller, id, id) : claims.refuse(caller, id, id, 'worker_unavailable'),
        ),
      )
      expect(new Set(decisions.map((claim) => claim?.state)).size).toBe(1)
      expect(decisions.filter((claim) => claim?.isNew)).toHaveLength(1)
    }
  })

  it('of a turn that cannot be joined remains after its end, so that a late attempt starts nothing', async () => {
    await claims.open(caller, 'alone', 'alone')
    await claims.release(caller, 'alone', 'alone')
    expect(await claims.open(caller, 'alone', 'alone')).toMatchObject({ state: 'opened', isNew: false })
    await claims.sweep(new Date(Date.now() + 3 * 60 * 60_000))
    expect(await claims.find(caller, 'alone')).toBeUndefined()
  })

  it('of a turn that cannot be joined stays refused for as long as it may wait for a worker', async () => {
    await claims.refuse(caller, 'left', 'left', 'worker_unavailable')
    await claims.sweep(new Date(Date.now() + 29 * 24 * 60 * 60_000))
    expect(await claims.open(caller, 'left', 'left')).toMatchObject({ state: 'refused', isNew: false })
  })
})
